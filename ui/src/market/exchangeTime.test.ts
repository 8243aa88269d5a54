import { expect, test } from 'vitest';
import { formatDayTime, formatWeekday, formatWeekdayTime, momentOnBothClocks } from './exchangeTime';

const OPENING = '2026-11-24T00:00:00Z';

test('an opening in Tokyo is told on its clock and on ours, which may be of another day', () => {
  expect(formatWeekdayTime(OPENING, 'Asia/Tokyo')).toBe('Tue 9:00 AM');
  expect(formatDayTime(OPENING, 'Asia/Tokyo')).toBe('Tue, Nov 24, 9:00 AM');
  expect(momentOnBothClocks(OPENING, 'Asia/Tokyo')).toBe(
    `Tue 9:00 AM in Tokyo, ${formatWeekdayTime(OPENING)} your time`,
  );
});

test('a day of an exchange is moved between no zones', () => {
  expect(formatWeekday('2026-12-24')).toBe('Thu, Dec 24');
});
