import { expect, test } from 'vitest';
import { rangeShare } from './rangeShare';

test('a value stands between the low and the high', () => {
  expect([100, 102, 110].map((value) => rangeShare(value, 100, 110))).toEqual([0, 0.2, 1]);
});

test('beyond an end it stands at that end', () => {
  expect([90, 120].map((value) => rangeShare(value, 100, 110))).toEqual([0, 1]);
});

test('a range without width has it in its middle', () => {
  expect(rangeShare(100, 100, 100)).toBe(0.5);
});
