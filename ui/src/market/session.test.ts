import { expect, test } from 'vitest';
import type { Ticker } from '~/api/types';
import { exchangeState, hoursSentence } from './session';

const NOW = Date.parse('2026-11-20T14:20:00Z');
const hours = (session: Ticker['session'], nextSession: Ticker['session'], sessionEndsAt: string | null) =>
  hoursSentence({ session, nextSession, sessionEndsAt }, NOW);

test.each([
  ['regular', 'closed', '2026-11-20T16:30:00Z', 'Open, closes in 2 h 10 min'],
  ['pre', 'regular', '2026-11-20T14:30:00Z', 'Pre-market, opens in 10 min'],
  ['post', 'closed', '2026-11-20T15:20:00Z', 'After hours, ends in 1 h'],
  ['closed', 'regular', '2026-11-23T08:00:00Z', 'Closed, opens Mon 3:00 AM'],
  ['always', 'always', null, 'Trades around the clock'],
  ['unknown', 'unknown', null, 'Hours unknown'],
  ['closed', 'unknown', '2026-11-22T20:00:00Z', 'Closed'],
  ['closed', 'regular', '2026-11-20T14:00:00Z', 'Closed'],
] as const)(
  'the hours of an exchange with session %s, next session %s at %s are described as: %s',
  (session, next, ends, text) => {
    expect(hours(session, next, ends)).toBe(text);
  },
);

test("during a midday break, the state of the exchange is 'Lunch break'", () => {
  const schedule = {
    holidaysKnown: true,
    middayBreak: { startsAt: '2026-11-20T04:00:00Z', endsAt: '2026-11-20T05:00:00Z' },
  };
  const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
  expect(exchangeState('closed', schedule, at('04:30'))).toBe('Lunch break');
  expect(exchangeState('closed', schedule, at('05:00'))).toBe('Closed');
  expect(exchangeState('closed', null, at('04:30'))).toBe('Closed');
  const pause = { session: 'closed', nextSession: 'regular', sessionEndsAt: '2026-11-20T05:00:00Z' } as const;
  expect(hoursSentence(pause, at('04:30'), schedule)).toBe('Lunch break, opens in 30 min');
});
