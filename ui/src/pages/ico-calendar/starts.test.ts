import { expect, test } from 'vitest';
import type { Ico } from '~/api/types';
import {
  byEndDate,
  nearestUpcoming,
  startingOn,
  startMonths,
  startsPerDay,
  timeUntil,
  topByRaised,
  truncate,
} from './starts';

const ico = (symbol: string, startDate: string, rest: Partial<Ico> = {}) =>
  ({ symbol, startDate, status: 'upcoming', raisedAmount: null, ...rest }) as Ico;
const symbols = (icos: readonly Ico[]) => icos.map((each) => each.symbol);

// The tests run in New York time, where EVE starts on the evening of November 29.
const ICOS = [
  ico('LATE', '2026-12-21T17:00:00Z'),
  ico('SOON', '2026-11-21T17:00:00Z'),
  ico('TWIN', '2026-11-21T20:00:00Z'),
  ico('EVE', '2026-11-30T03:00:00Z'),
];

test("ICOC-02 an ICO's start day is determined in the viewer's time zone", () => {
  expect(symbols(startingOn(ICOS, '2026-11-29'))).toEqual(['EVE']);
  expect(startingOn(ICOS, '2026-11-30')).toEqual([]);
  expect([...startsPerDay(ICOS)]).toEqual([
    ['2026-12-21', 1],
    ['2026-11-21', 2],
    ['2026-11-29', 1],
  ]);
});

test('ICOC-02 the months from that of a day on are listed, also those without a start', () => {
  const listed = (day: string) =>
    startMonths(ICOS, day).map(({ month, icos }) => [month, symbols(icos).join()]);
  expect(listed('2026-10-05')).toEqual([
    ['2026-10-01', ''],
    ['2026-11-01', 'SOON,TWIN,EVE'],
    ['2026-12-01', 'LATE'],
  ]);
  expect(listed('2026-12-31')).toEqual([['2026-12-01', 'LATE']]);
  expect(listed('2027-03-05')).toEqual([['2027-03-01', '']]);
});

test('ICOC-03 Upcoming lists the three upcoming ICOs that start soonest', () => {
  const past = ico('PAST', '2026-11-01T17:00:00Z', { status: 'ended' });
  expect(symbols(nearestUpcoming([past, ...ICOS]))).toEqual(['SOON', 'TWIN', 'EVE']);
});

test('ICOC-04 Spotlight lists the three active ICOs that raised most; unknown amounts come last', () => {
  const raised = [5, null, 9, 0, 7].map((amount, index) =>
    ico(`A${index}`, '2026-11-01T17:00:00Z', { status: 'active', raisedAmount: amount }),
  );
  expect(symbols(topByRaised([...ICOS, ...raised]))).toEqual(['A2', 'A4', 'A0']);
  expect(symbols(topByRaised(raised.slice(1, 4)))).toEqual(['A2', 'A3', 'A1']);
});

test('active ICOs are sorted by end date', () => {
  const running = [
    ico('LATE', '2026-11-01', { status: 'active', endDate: '2026-12-20T00:00:00Z' }),
    ico('SOON', '2026-11-01', { status: 'active', endDate: '2026-12-01T00:00:00Z' }),
    ico('OVER', '2026-11-01', { status: 'ended', endDate: '2026-11-10T00:00:00Z' }),
  ];
  expect(symbols(byEndDate(running))).toEqual(['SOON', 'LATE']);
});

test('ICOC-03 ICOC-04 a description is truncated with an ellipsis', () => {
  expect(truncate('a'.repeat(100), 100)).toBe('a'.repeat(100));
  expect(truncate('a'.repeat(101), 100)).toBe(`${'a'.repeat(100)}…`);
  expect(truncate(`${'a'.repeat(79)} bc`, 80)).toBe(`${'a'.repeat(79)}…`);
});

test('ICOC-04 the time left is a duration, and undefined once the ICO has ended', () => {
  const now = Date.parse('2026-11-20T19:32:00Z');
  expect(timeUntil('2026-11-22T17:00:00Z', now)).toBe('2 days');
  expect(timeUntil('2026-11-20T19:32:00Z', now)).toBeUndefined();
});
