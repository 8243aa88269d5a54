import { mostPoints } from './useMostPoints';

test('a chart asks for as many points as it has room for, and never for less than a year of days', () => {
  expect([390, 1440, 2560, 3840].map((width) => mostPoints(width, 'line'))).toEqual([400, 600, 1000, 1550]);
  expect(mostPoints(100_000, 'line')).toBe(5000);
});

test('bars are asked for with room for a body and a gap each', () => {
  expect([320, 390, 1440, 2560].map((width) => mostPoints(width, 'candles'))).toEqual([100, 100, 200, 300]);
});
