import { expect, test } from 'vitest';
import { moveItem, placeAt } from './reorder';

test('WTCH-03 an entry moves to its new position, and never beyond the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moveItem(['a'], 5, 0)).toEqual(['a']);
});

test('WTCH-03 a dragged row takes the position whose middle it has passed', () => {
  const boxes = [0, 50, 100].map((top) => ({ top, bottom: top + 50 }));
  expect(placeAt(20, boxes, 0)).toBe(0);
  expect(placeAt(80, boxes, 0)).toBe(1);
  expect(placeAt(500, boxes, 0)).toBe(2);
  expect(placeAt(60, boxes, 2)).toBe(1);
  expect(placeAt(-10, boxes, 2)).toBe(0);
});
