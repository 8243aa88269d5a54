import { expect, test } from 'vitest';
import { freeEnd, levelLabelPlacement } from './levelLabel';

const SIZE = { width: 0.3, height: 0.1 };
/** Returns a horizontal line at a height, between two fractions of the width. */
const level = (y: number, from = 0, to = 1) =>
  Array.from({ length: 50 }, (_, i) => ({ x: from + ((to - from) * i) / 49, y }));

test('the label of a level is above its right end if no line is there', () => {
  expect(levelLabelPlacement(level(0.8), 0.5, SIZE)).toEqual({ side: 'right', below: false });
});

test('the label moves below the level, then to the left, if it would cover the line', () => {
  expect(levelLabelPlacement(level(0.45), 0.5, SIZE)).toEqual({ side: 'right', below: true });
  const both = [...level(0.45, 0.5), ...level(0.55, 0.5)];
  expect(levelLabelPlacement(both, 0.5, SIZE)).toEqual({ side: 'left', below: false });
});

test('the label stays within the plot', () => {
  expect(levelLabelPlacement(level(0.05), 0.05, SIZE)).toMatchObject({ below: true });
  expect(levelLabelPlacement(level(0.95), 0.97, SIZE)).toMatchObject({ below: false });
  expect(levelLabelPlacement([], 0.5, { width: 1, height: 0.9 })).toEqual({ side: 'right', below: false });
});

test('a control on a level is at the right end unless it covers fewer points on the left', () => {
  expect(freeEnd(level(0.5), 0.5, SIZE)).toBe('right');
  expect(freeEnd(level(0.9), 0.5, SIZE)).toBe('right');
  expect(freeEnd(level(0.52, 0.6), 0.5, SIZE)).toBe('left');
  expect(freeEnd(level(0.52, 0, 0.4), 0.5, SIZE)).toBe('right');
});
