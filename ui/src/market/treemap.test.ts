import { expect, test } from 'vitest';
import { type Rect, treemap } from './treemap';

const BOX = { x: 10, y: 20, width: 600, height: 400 };
const area = ({ width, height }: Rect) => width * height;
const overlap = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Sizes as uneven as a market's: each is two thirds of the previous one. */
const uneven = Array.from({ length: 30 }, (_, n) => 1000 * (2 / 3) ** n);

test('areas are proportional to the sizes and fill the box', () => {
  const rects = treemap(uneven, BOX);
  const total = uneven.reduce((sum, size) => sum + size, 0);
  for (const [n, rect] of rects.entries()) {
    expect(area(rect) / area(BOX)).toBeCloseTo((uneven[n] as number) / total, 9);
  }
  expect(rects.reduce((sum, rect) => sum + area(rect), 0)).toBeCloseTo(area(BOX), 6);
});

test('no two rectangles overlap, and none leaves the box', () => {
  const rects = treemap(uneven, BOX);
  for (const [n, rect] of rects.entries()) {
    expect(rect.x).toBeGreaterThanOrEqual(BOX.x - 1e-6);
    expect(rect.y).toBeGreaterThanOrEqual(BOX.y - 1e-6);
    expect(rect.x + rect.width).toBeLessThanOrEqual(BOX.x + BOX.width + 1e-6);
    expect(rect.y + rect.height).toBeLessThanOrEqual(BOX.y + BOX.height + 1e-6);
    for (const other of rects.slice(n + 1)) expect(overlap(rect, other)).toBeLessThan(1e-6);
  }
});

test('the layout equals the example in the paper: sizes 6, 6, 4, 3, 2, 2 and 1 in a box of 6 by 4', () => {
  const rects = treemap([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
  expect(rects[0]).toEqual({ x: 0, y: 0, width: 3, height: 2 });
  expect(rects[1]).toEqual({ x: 0, y: 2, width: 3, height: 2 });
  expect(rects[2]?.width).toBeCloseTo(12 / 7, 9);
  expect(rects[2]?.height).toBeCloseTo(7 / 3, 9);
});

test('results are in the input order, and a size of zero gets no area', () => {
  const [small, none, large] = treemap([1, 0, 3], { x: 0, y: 0, width: 4, height: 1 });
  expect(area(large as Rect)).toBeCloseTo(3, 9);
  expect(area(small as Rect)).toBeCloseTo(1, 9);
  expect(area(none as Rect)).toBe(0);
  expect(treemap([], BOX)).toEqual([]);
  expect(area(treemap([5], { ...BOX, width: 0 })[0] as Rect)).toBe(0);
});
