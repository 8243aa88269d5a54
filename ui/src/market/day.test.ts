import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  ascendingTradingDays,
  dayOf,
  daysBetween,
  formatDay,
  formatLongDay,
  formatMonth,
  formatUnderRelative,
  isDay,
  relativeDay,
  tradingDayOf,
  weekdayOf,
} from './day';

const TODAY = '2026-11-20';

test.each([
  ['2026-11-20', 'Today'],
  ['2026-11-21', 'Tomorrow'],
  ['2026-11-19', 'Yesterday'],
  ['2026-11-22', 'In 2 days'],
  ['2026-11-26', 'In 6 days'],
  ['2026-11-27', 'Nov 27'],
  ['2026-11-18', '2 days ago'],
  ['2026-11-14', '6 days ago'],
  ['2026-11-13', 'Nov 13'],
  ['2027-01-08', 'Jan 8, 2027'],
])('EARN-03 on Nov 20, %s is shown as %s', (day, text) => {
  expect(relativeDay(day, TODAY)).toBe(text);
});

test('EARN-01 an instant is converted to a day in the given time zone', () => {
  expect(dayOf('2026-11-21T03:30:00Z', 'America/New_York')).toBe('2026-11-20');
  expect(dayOf('2026-11-21T03:30:00Z', 'Asia/Tokyo')).toBe('2026-11-21');
  expect(dayOf('2026-11-21T03:30:00Z')).toBe('2026-11-20'); // The tests run in New York time.
});

test.each([
  ['2026-03-06T00:00:00Z', 'America/New_York', 0],
  ['2026-03-27T00:00:00Z', 'Europe/Berlin', 0],
  ['2026-10-23T00:00:00Z', 'Europe/Berlin', 0],
  ['2026-10-30T00:00:00Z', 'America/New_York', 6],
  ['2026-10-02T00:00:00Z', 'Australia/Lord_Howe', 0],
  ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', 7],
])(
  'ascendingTradingDays and tradingDayOf agree from %s on in %s, with a lead of %i hours',
  (start, zone, lead) => {
    const dayOfNext = ascendingTradingDays({ zone, lead });
    for (let minutes = 0; minutes < 4 * 24 * 60; minutes += 25) {
      const instant = new Date(Date.parse(start) + minutes * 60_000).toISOString();
      expect([instant, dayOfNext(instant)]).toEqual([instant, tradingDayOf(instant, { zone, lead })]);
    }
  },
);

test('ICOC-01 day arithmetic works across clock changes, months and leap years', () => {
  expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
  expect(addDays('2026-10-31', 2)).toBe('2026-11-02');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(addMonths('2026-10-31', 1)).toBe('2026-11-30');
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  expect(addMonths('2028-01-30', 1)).toBe('2028-02-29');
  expect(weekdayOf(TODAY)).toBe(5);
});

test('ICOC-01 only an existing day is valid', () => {
  expect(['2026-11-20', '2028-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '2026-11-31', '20-11-2026', '', 'today'].some(isDay)).toBe(false);
});

test('ICOC-02 days are formatted as words', () => {
  expect(formatDay(TODAY)).toBe('November 20, 2026');
  expect(formatLongDay(TODAY)).toBe('Friday, November 20, 2026');
  expect(formatUnderRelative(TODAY, TODAY)).toBe('Fri, Nov 20');
  expect(formatUnderRelative('2026-11-27', TODAY)).toBe('Friday');
  expect(formatMonth(TODAY)).toBe('November 2026');
});
