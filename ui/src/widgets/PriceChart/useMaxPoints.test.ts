import { maxPoints } from './useMaxPoints';

test('a chart asks for as many points as it has room for, and never for less than a year of days', () => {
  for (const ofDays of [true, false])
    expect([390, 1440, 2560, 3840].map((width) => maxPoints(width, 'line', ofDays))).toEqual([
      400, 600, 1000, 1550,
    ]);
  expect(maxPoints(100_000, 'line', true)).toBe(5000);
});

test('bars of hours are asked for with room for a body and a gap each', () => {
  expect([320, 390, 1440, 2560].map((width) => maxPoints(width, 'candles', false))).toEqual([
    50, 75, 200, 300,
  ]);
});

test('bars of days stay days: a quarter of a stock on a phone, and a year that never closes on a desktop', () => {
  expect(maxPoints(390, 'candles', true)).toBe(75);
  expect(maxPoints(1440, 'candles', true)).toBeGreaterThanOrEqual(366);
});
