import { expect, test } from 'vitest';
import { fieldOf, momentOf, snoozes, toCome } from './lifetime';

const NOW = new Date(2026, 10, 23, 14, 30).getTime();

test('a datetime field holds a local time, or null while it is empty', () => {
  expect(momentOf('2026-11-30T09:00')?.getTime()).toBe(new Date(2026, 10, 30, 9).getTime());
  expect(momentOf('')).toBeNull();
  expect(momentOf('soon')).toBeNull();
});

test('a time survives a round trip through the field', () => {
  const moment = new Date(2026, 10, 30, 9, 5).toISOString();
  expect(fieldOf(moment)).toBe('2026-11-30T09:05');
  expect(momentOf(fieldOf(moment))?.toISOString()).toBe(moment);
  expect(fieldOf(null)).toBe('');
});

test('toCome returns a time only if it is in the future', () => {
  const past = new Date(NOW - 1).toISOString();
  const future = new Date(NOW + 1).toISOString();
  expect([toCome(past, NOW), toCome(future, NOW), toCome(null, NOW)]).toEqual([null, future, null]);
});

test('snoozes last hours, until the next morning or a week, all in the future', () => {
  const [hour, hours, morning, week] = snoozes(NOW).map(({ until }) => new Date(until));
  expect(hour?.getTime()).toBe(NOW + 3_600_000);
  expect(hours?.getTime()).toBe(NOW + 4 * 3_600_000);
  expect(morning?.getTime()).toBe(new Date(2026, 10, 24, 9).getTime());
  expect(week?.getTime()).toBe(new Date(2026, 10, 30, 14, 30).getTime());
});
