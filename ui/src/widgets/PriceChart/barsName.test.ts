import { expect, test } from 'vitest';
import { barsName } from './barsName';

const pointsEvery = (minutes: number) =>
  Array.from({ length: 6 }, (_, at) => ({
    timestamp: new Date(Date.UTC(2026, 10, 2) + at * minutes * 60_000).toISOString(),
    price: 1,
  }));

test.each([
  [5, '5-minute bars'],
  [60, 'hourly bars'],
  [120, '2-hour bars'],
  [1440, 'daily bars'],
  [7 * 1440, 'weekly bars'],
  [14 * 1440, '2-week bars'],
])('barsName calls points %i minutes apart %s', (minutes, name) => {
  expect(barsName(pointsEvery(minutes))).toBe(name);
});

test('a single point has no interval', () => {
  expect(barsName(pointsEvery(5).slice(0, 1))).toBe('the points shown');
});
