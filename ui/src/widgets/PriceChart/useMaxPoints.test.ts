import { maxPoints } from './useMaxPoints';

test('a line chart requests as many points as fit its width, and never fewer than a year of daily bars', () => {
  for (const isDaily of [true, false])
    expect([390, 1440, 2560, 3840].map((width) => maxPoints(width, 'line', isDaily))).toEqual([
      400, 600, 1000, 1550,
    ]);
  expect(maxPoints(100_000, 'line', true)).toBe(5000);
});

test('intraday candles are limited so that each has room for its body and a gap', () => {
  expect([320, 390, 1440, 2560].map((width) => maxPoints(width, 'candles', false))).toEqual([
    50, 75, 200, 300,
  ]);
});

test('daily candles are not merged: a phone shows a quarter of trading days, and a desktop a year of calendar days', () => {
  expect(maxPoints(390, 'candles', true)).toBe(75);
  expect(maxPoints(1440, 'candles', true)).toBeGreaterThanOrEqual(366);
});
