import { expect, test } from 'vitest';
import type { TickerDetail } from '~/api/types';
import { compounded, openingOf } from './foreign';

const NOW = Date.parse('2026-11-20T14:20:00Z');
const SCHEDULE = { nextClosed: null, middayBreak: null, holidaysKnown: true };
const ticker = (fields: Partial<TickerDetail>) =>
  ({
    session: 'closed',
    nextSession: 'pre',
    sessionEndsAt: null,
    schedule: { ...SCHEDULE, opensAt: '2026-11-24T00:00:00Z', closesAt: '2026-11-24T06:30:00Z' },
    ...fields,
  }) as TickerDetail;

test('price and currency changes are combined to the converted change', () => {
  expect(compounded(0.94, 0.27)).toBeCloseTo(1.2125, 4);
  expect(compounded(-10, 10)).toBeCloseTo(-1);
});

test('a closed market shows when it opens, and during a midday break when the break ends', () => {
  expect(openingOf(ticker({}), NOW)).toBe('2026-11-24T00:00:00Z');
  expect(openingOf(ticker({ session: 'regular' }), NOW)).toBeUndefined();
  const schedule = { ...SCHEDULE, opensAt: '2026-11-20T14:00:00Z', closesAt: '2026-11-20T20:00:00Z' };
  const sessionEndsAt = '2026-11-20T15:30:00Z';
  expect(openingOf(ticker({ schedule, sessionEndsAt, nextSession: 'regular' }), NOW)).toBe(sessionEndsAt);
  expect(openingOf(ticker({ schedule }), NOW)).toBeUndefined();
});
