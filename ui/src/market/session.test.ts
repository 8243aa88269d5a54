import { expect, test } from 'vitest';
import type { Ticker } from '~/api/types';
import { hoursSentence } from './session';

const NOW = Date.parse('2026-11-20T14:20:00Z');
const hours = (session: Ticker['session'], nextSession: Ticker['session'], sessionEndsAt: string | null) =>
  hoursSentence({ session, nextSession, sessionEndsAt }, NOW);

test.each([
  ['regular', 'closed', '2026-11-20T16:30:00Z', 'Open, closes in 2 h 10 min'],
  ['pre', 'regular', '2026-11-20T14:30:00Z', 'Pre-market, opens in 10 min'],
  ['post', 'closed', '2026-11-20T15:20:00Z', 'After hours, ends in 1 h'],
  ['closed', 'regular', '2026-11-23T08:00:00Z', 'Closed, opens in 2 days'],
  ['always', 'always', null, 'Trades around the clock'],
  ['closed', 'regular', '2026-11-20T14:00:00Z', 'Closed'],
] as const)('an exchange that is %s before %s until %s: %s', (session, next, ends, text) => {
  expect(hours(session, next, ends)).toBe(text);
});
