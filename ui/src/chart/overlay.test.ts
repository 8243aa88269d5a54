import { fromTop, isFree, partTags, TAG } from './overlay';

test('a value is placed from the top of its range', () => {
  expect(fromTop(75, { low: 0, high: 100 })).toBe(25);
});

test('tags on the axis part when they would collide, and stay on the axis', () => {
  expect(partTags(50, 20)).toBe(20);
  for (const [last, crosshair] of [
    [50, 51],
    [50, 49],
    [50, 50],
    [1, 2],
    [1, 0],
    [99, 100],
    [99.5, 98],
  ] as const) {
    const parted = partTags(last, crosshair);
    expect(Math.abs(parted - last)).toBeGreaterThanOrEqual(TAG - 1e-9);
    expect(parted).toBeGreaterThanOrEqual(0);
    expect(parted).toBeLessThanOrEqual(100);
  }
});

test('a tag hides the tick beneath it', () => {
  expect(isFree(50, [52])).toBe(false);
  expect(isFree(50, [60, 40])).toBe(true);
});
