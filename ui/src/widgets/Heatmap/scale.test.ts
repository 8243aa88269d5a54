import { expect, test } from 'vitest';
import { scaleOf, stepOf, stepText } from './scale';

test("the scale matches the day's spread, and a few outliers don't widen it", () => {
  const usual = Array.from({ length: 40 }, (_, index) => (index % 2 ? 1 : -1) * 0.043 * index);
  expect(scaleOf(usual)).toEqual([0.1, 0.5, 1, 1.75]);
  expect(scaleOf([...usual, 40, -60])).toEqual([0.1, 0.5, 1, 1.75]);
  expect(scaleOf(usual.map((change) => 10 * change))).toEqual([0.9, 4.6, 9.1, 16]);
  expect(scaleOf([null])[3]).toBe(0.5);
});

test('four steps in each direction; zero and unknown changes have none', () => {
  const scale = [0.1, 0.5, 1, 1.75] as const;
  expect([null, 0.004, 0.05, -0.1, 0.5, -1.2, 1.75, -9].map((change) => stepOf(change, scale))).toEqual([
    0, 0, 0, 1, 2, 3, 4, 4,
  ]);
  expect([stepText(1.75, 'down'), stepText(1, 'up')]).toEqual(['−1.75', '+1.0']);
});
