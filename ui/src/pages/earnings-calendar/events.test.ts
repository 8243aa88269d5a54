import { expect, test } from 'vitest';
import type { EarningsEvent } from '~/api/types';
import { eventsOn, matching, outcomeOf, recent, restOfWeek, upcoming } from './events';

const TODAY = '2026-11-20';
const event = (symbol: string, date: string, rest: Partial<EarningsEvent> = {}) =>
  ({
    symbol,
    name: `${symbol} Inc.`,
    date,
    time: 'before',
    actualEPS: null,
    surprise: null,
    ...rest,
  }) as EarningsEvent;
const symbols = (events: readonly EarningsEvent[]) => events.map((each) => each.symbol);
const DONE = { actualEPS: 1 };

test('EARN-03 Upcoming lists unreported earnings from today to seven days ahead, in date order', () => {
  const events = [
    event('FAR', '2026-11-28'),
    event('LAST', '2026-11-27'),
    event('NOW', TODAY),
    event('DONE', TODAY, DONE),
    event('PAST', '2026-11-19'),
    event('SOON', '2026-11-21'),
  ];
  expect(symbols(upcoming(events, TODAY))).toEqual(['NOW', 'SOON', 'LAST']);
});

test('EARN-04 Recent lists the past seven days, newest first, and earnings of today once they are reported', () => {
  const events = [
    event('OLD', '2026-11-12', DONE),
    event('EDGE', '2026-11-13', DONE),
    event('DONE', TODAY, DONE),
    event('NOW', TODAY),
    event('LATE', '2026-11-19'),
    event('NEXT', '2026-11-21', DONE),
  ];
  expect(symbols(recent(events, TODAY))).toEqual(['DONE', 'LATE', 'EDGE']);
});

test.each([
  [5.01, 'Beat'],
  [5, 'In-line'],
  [0, 'In-line'],
  [-5, 'In-line'],
  [-5.01, 'Missed'],
  [null, undefined],
])('EARN-04 a surprise of %s percent is %s', (surprise, word) => {
  expect(outcomeOf(event('A', '2026-11-19', { ...DONE, surprise }), TODAY)).toBe(word);
});

test('EARN-05 earnings without a result are upcoming, or not reported once their day has passed', () => {
  expect(outcomeOf(event('A', TODAY), TODAY)).toBe('Upcoming');
  expect(outcomeOf(event('A', '2026-11-19'), TODAY)).toBe('Not reported');
});

test('EARN-05 the search finds symbols and names ignoring case and surrounding spaces', () => {
  const events = [event('AAPL', TODAY, { name: 'Apple Inc.' }), event('MSFT', TODAY)];
  expect(symbols(matching(events, ' aPPle '))).toEqual(['AAPL']);
  expect(symbols(matching(events, 'msf'))).toEqual(['MSFT']);
  expect(matching(events, 'pplex')).toEqual([]);
});

test('EARN-02 a day is sorted by time: before, during and after the market', () => {
  const events = [
    event('D', TODAY, { time: null }),
    event('C', TODAY, { time: 'after' }),
    event('B', TODAY, { time: 'during' }),
    event('A', TODAY),
    event('X', '2026-11-21'),
  ];
  expect(symbols(eventsOn(events, TODAY))).toEqual(['A', 'B', 'C', 'D']);
});

test('EARN-02 the rest of the week runs from Sunday to Saturday, without the given day and days without reports', () => {
  const events = [
    event('SUN', '2026-11-15'),
    event('BEFORE', '2026-11-14'),
    event('SAT', '2026-11-21'),
    event('OWN', TODAY),
    event('LATE', '2026-11-17', { time: 'after' }),
    event('EARLY', '2026-11-17'),
    event('NEXT', '2026-11-22'),
  ];
  const days = restOfWeek(events, TODAY, 0).map((each) => [each.day, ...symbols(each.events)]);
  expect(days).toEqual([
    ['2026-11-15', 'SUN'],
    ['2026-11-17', 'EARLY', 'LATE'],
    ['2026-11-21', 'SAT'],
  ]);
});
