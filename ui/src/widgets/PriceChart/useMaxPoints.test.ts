import { maxPoints } from './useMaxPoints';

test('a chart requests as many points as fit, and never less than a year of days', () => {
  for (const ofDays of [true, false])
    expect([390, 1440, 2560, 3840].map((width) => maxPoints(width, 'line', ofDays))).toEqual([
      400, 600, 1000, 1550,
    ]);
  expect(maxPoints(100_000, 'line', true)).toBe(5000);
});

test('hourly bars are requested with room for a body and a gap each', () => {
  expect([320, 390, 1440, 2560].map((width) => maxPoints(width, 'candles', false))).toEqual([
    50, 75, 200, 300,
  ]);
});

test('daily bars stay days: a quarter of a stock on a phone, and a year of a coin on a desktop', () => {
  expect(maxPoints(390, 'candles', true)).toBe(75);
  expect(maxPoints(1440, 'candles', true)).toBeGreaterThanOrEqual(366);
});
