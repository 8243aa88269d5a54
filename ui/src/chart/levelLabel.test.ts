import { expect, test } from 'vitest';
import { freeEnd, levelLabelPlacement } from './levelLabel';

const SIZE = { width: 0.3, height: 0.1 };
/** A line that runs level at a height, from one share of the width to another. */
const level = (y: number, from = 0, to = 1) =>
  Array.from({ length: 50 }, (_, at) => ({ x: from + ((to - from) * at) / 49, y }));

test('the label of a level stands at its right end, above it, while no line is there', () => {
  expect(levelLabelPlacement(level(0.8), 0.5, SIZE)).toEqual({ side: 'right', below: false });
});

test('it goes below, then to the left, where the line would run through it', () => {
  expect(levelLabelPlacement(level(0.45), 0.5, SIZE)).toEqual({ side: 'right', below: true });
  const both = [...level(0.45, 0.5), ...level(0.55, 0.5)];
  expect(levelLabelPlacement(both, 0.5, SIZE)).toEqual({ side: 'left', below: false });
});

test('it never leaves the plot', () => {
  expect(levelLabelPlacement(level(0.05), 0.05, SIZE)).toMatchObject({ below: true });
  expect(levelLabelPlacement(level(0.95), 0.97, SIZE)).toMatchObject({ below: false });
  expect(levelLabelPlacement([], 0.5, { width: 1, height: 0.9 })).toEqual({ side: 'right', below: false });
});

test('a control across a level leaves the right end only for a freer left one', () => {
  expect(freeEnd(level(0.5), 0.5, SIZE)).toBe('right');
  expect(freeEnd(level(0.9), 0.5, SIZE)).toBe('right');
  expect(freeEnd(level(0.52, 0.6), 0.5, SIZE)).toBe('left');
  expect(freeEnd(level(0.52, 0, 0.4), 0.5, SIZE)).toBe('right');
});
