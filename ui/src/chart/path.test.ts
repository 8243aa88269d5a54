import { sparkPaths } from './path';

test('a sparkline fills its box, is centered if it is flat, and needs two points', () => {
  expect(sparkPaths([1, 3, 2], 100, 20)?.line).toBe('M0 18L50 2L100 10');
  expect(sparkPaths([5, 5], 100, 20)?.line).toBe('M0 10L100 10');
  expect(sparkPaths([5, Number.NaN], 100, 20)).toBeNull();
  // A change of 0.1% takes a fifth of the height, in the middle.
  expect(sparkPaths([1000, 1001], 100, 24)?.line).toBe('M0 14L100 10');
});
