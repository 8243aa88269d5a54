import { sparkPaths } from './path';

test('a spark spans its box, draws a flat week in the middle and nothing from one point', () => {
  expect(sparkPaths([1, 3, 2], 100, 20)?.line).toBe('M0 18L50 2L100 10');
  expect(sparkPaths([5, 5], 100, 20)?.line).toBe('M0 10L100 10');
  expect(sparkPaths([5, Number.NaN], 100, 20)).toBeNull();
  // A tenth of a per cent takes a fifth of the height, in its middle.
  expect(sparkPaths([1000, 1001], 100, 24)?.line).toBe('M0 14L100 10');
});
