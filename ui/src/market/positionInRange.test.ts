import { expect, test } from 'vitest';
import { positionInRange } from './positionInRange';

test('a value between the low and the high has a position from 0 to 1', () => {
  expect([100, 102, 110].map((value) => positionInRange(value, 100, 110))).toEqual([0, 0.2, 1]);
});

test('a value beyond an end is clamped', () => {
  expect([90, 120].map((value) => positionInRange(value, 100, 110))).toEqual([0, 1]);
});

test('the position in an empty range is the middle', () => {
  expect(positionInRange(100, 100, 100)).toBe(0.5);
});
