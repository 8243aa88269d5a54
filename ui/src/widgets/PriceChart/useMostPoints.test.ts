import { mostPoints } from './useMostPoints';

test('a chart asks for as many points as it has room for, and never for less than a year of days', () => {
  expect([390, 1440, 2560, 3840].map(mostPoints)).toEqual([400, 600, 1000, 1550]);
  expect(mostPoints(100_000)).toBe(5000);
});
