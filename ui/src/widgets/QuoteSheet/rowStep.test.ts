import { expect, test } from 'vitest';
import { rowStep } from './rowStep';

test('arrows and J and K walk through the rows', () => {
  expect(['ArrowDown', 'ArrowUp', 'j', 'K', 'x'].map((key) => rowStep(key, true))).toEqual([
    1,
    -1,
    1,
    -1,
    undefined,
  ]);
});

test('without single-key shortcuts only the arrows walk', () => {
  expect(['ArrowDown', 'j', 'k'].map((key) => rowStep(key, false))).toEqual([1, undefined, undefined]);
});
