import { expect, test } from 'vitest';
import {
  bothClocks,
  formatDate,
  formatDateTime,
  formatDayTime,
  formatRelative,
  formatSpan,
  formatTime,
  formatUntil,
  formatWeekday,
  formatWeekdayTime,
  formatWhen,
  timeOnBothClocks,
} from './time';

const NOW = Date.parse('2026-11-20T19:32:00Z');

test("D1 times are in the user's time zone", () => {
  expect(formatDateTime('2026-11-20T19:32:00Z')).toBe('Nov 20, 2026, 2:32 PM EST');
  expect(formatTime('2026-11-20T14:30:00Z', 'America/New_York')).toBe('9:30 AM');
});

test('a calendar day is not converted between zones', () => {
  expect(formatDate('2026-11-20')).toBe('Nov 20, 2026');
});

test.each([
  [18 * 60_000, '18 min'],
  [30_000, '1 min'],
  [65 * 60_000, '1 h 5 min'],
  [2 * 3_600_000, '2 h'],
  [26 * 3_600_000, '1 day 2 h'],
  [4.5 * 86_400_000, '4 days'],
  [-5, '1 min'],
])('HOME-09 a duration of %s ms is formatted as %s', (span, text) => {
  expect(formatSpan(span)).toBe(text);
});

test('TICK-08 NEWS-01 times are relative to the given time', () => {
  expect(formatRelative('2026-11-20T17:32:00Z', NOW)).toBe('2 hours ago');
  expect(formatRelative('2026-11-20T19:31:30Z', NOW)).toBe('just now');
  expect(formatRelative('2026-11-24T19:32:00Z', NOW)).toBe('in 4 days');
});

test.each([
  ['2026-11-20T19:50:00Z', '18 min'],
  ['2026-11-21T19:31:00Z', '23 h 59 min'],
  ['2026-11-21T19:32:00Z', '1 day'],
  // On Saturday evening it is already Sunday in UTC.
  ['2026-11-22T04:00:00Z', '1 day'],
  ['2026-11-23T14:30:00Z', '3 days'],
  ['2026-11-29T01:00:00Z', '8 days'],
])('the time until %s is %s', (at, text) => {
  expect(formatUntil(Date.parse(at), NOW)).toBe(text);
});

test.each([
  ['2026-11-20T21:00:00Z', 'in 1 h 28 min'],
  ['2026-11-21T19:31:00Z', 'in 23 h 59 min'],
  ['2026-11-23T09:00:00Z', 'Mon 4:00 AM'],
  ['2026-11-26T14:30:00Z', 'Thu 9:30 AM'],
  ['2026-11-30T14:30:00Z', 'Nov 30, 9:30 AM'],
])('something at %s happens %s', (at, text) => {
  expect(formatWhen(Date.parse(at), NOW)).toBe(text);
});

test('relative days are calendar days, like the dates next to them', () => {
  expect(formatRelative('2026-11-28T15:00:00Z', NOW)).toBe('in 8 days');
  expect(formatRelative('2026-11-18T22:00:00Z', NOW)).toBe('2 days ago');
});

test('a whole day is shown without hours', () => {
  expect(formatSpan(24 * 3_600_000)).toBe('1 day');
  expect(formatSpan(25 * 3_600_000)).toBe('1 day 1 h');
});

test("an exchange's time is shown next to the user's if they differ", () => {
  const now = Date.parse('2026-11-20T14:20:00Z');
  expect(bothClocks(now, 'Europe/Berlin')).toBe('3:20 PM in Berlin, 9:20 AM your time');
  expect(bothClocks(now, 'America/Toronto')).toBeUndefined();
});

const OPENING = '2026-11-24T00:00:00Z';

test('an opening in Tokyo is shown on both clocks, possibly on different days', () => {
  expect(formatWeekdayTime(OPENING, 'Asia/Tokyo')).toBe('Tue 9:00 AM');
  expect(formatDayTime(OPENING, 'Asia/Tokyo')).toBe('Tue, Nov 24, 9:00 AM');
  expect(timeOnBothClocks(OPENING, 'Asia/Tokyo')).toBe(
    `Tue 9:00 AM in Tokyo, ${formatWeekdayTime(OPENING)} your time`,
  );
});

test("an exchange's day is not converted between zones", () => {
  expect(formatWeekday('2026-12-24')).toBe('Thu, Dec 24');
});
