import { isFree, placeTag, within } from './tags';

const TAG = 22;
const HEIGHT = 320;

test('tags on the axis part when they would collide, and stay on the axis', () => {
  expect(placeTag([160], 64, TAG, HEIGHT)).toBe(64);
  for (const [last, crosshair] of [
    [160, 163],
    [160, 157],
    [160, 160],
    [12, 14],
    [12, 11],
    [308, 309],
    [308, 300],
  ] as const) {
    const parted = placeTag([last], crosshair, TAG, HEIGHT);
    expect(Math.abs(parted - last)).toBeGreaterThanOrEqual(TAG);
    expect(parted).toBeGreaterThanOrEqual(TAG / 2);
    expect(parted).toBeLessThanOrEqual(HEIGHT - TAG / 2);
  }
});

test('a tag gives way to all that stand already, to where there is room', () => {
  // Between the two there is none.
  expect(placeTag([160, 190], 178, TAG, HEIGHT)).toBe(212);
  expect(placeTag([160, 190], 165, TAG, HEIGHT)).toBe(138);
  expect(placeTag([160, 204], 181, TAG, HEIGHT)).toBe(182);
  expect(placeTag([11, 33], 5, TAG, HEIGHT)).toBe(55);
});

test('a tag hides the tick beneath it', () => {
  expect(isFree(160, [166], TAG)).toBe(false);
  expect(isFree(160, [192, 128], TAG)).toBe(true);
});

test('a label at the edge of a pane is not struck through by the line that ends it', () => {
  expect([-3, 2, 100, 319].map((place) => within(place, 14, HEIGHT))).toEqual([7, 7, 100, 313]);
});
