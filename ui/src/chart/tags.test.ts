import { placeLabel, placeTag, within } from './tags';

const TAG = 22;
const HEIGHT = 320;

test('a tag moves away from another tag and stays on the axis', () => {
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
    const position = placeTag([last], crosshair, TAG, HEIGHT);
    expect(Math.abs(position - last)).toBeGreaterThanOrEqual(TAG);
    expect(position).toBeGreaterThanOrEqual(TAG / 2);
    expect(position).toBeLessThanOrEqual(HEIGHT - TAG / 2);
  }
});

test('a tag moves to the nearest free position between or next to several tags', () => {
  // The gap between the two is too small.
  expect(placeTag([160, 190], 178, TAG, HEIGHT)).toBe(212);
  expect(placeTag([160, 190], 165, TAG, HEIGHT)).toBe(138);
  expect(placeTag([160, 204], 181, TAG, HEIGHT)).toBe(182);
  expect(placeTag([11, 33], 5, TAG, HEIGHT)).toBe(55);
});

test('a tick label is at its grid line, or left out if it would touch a tag or another label', () => {
  const label = 14;
  const place = (tick: number, tags: readonly number[], labels: readonly number[] = []) =>
    placeLabel(tick, { tags, tag: TAG }, { labels, label }, HEIGHT);
  expect(place(160, [192, 128])).toBe(160);
  for (let distance = -40; distance <= 40; distance++) {
    expect(place(160, [160 + distance])).toBe(Math.abs(distance) < 0.82 * TAG ? null : 160);
  }
  expect(place(160, [], [150])).toBeNull();
  expect(place(160, [], [146])).toBe(160);
  expect(place(2, [])).toBe(7);
});

test('a label at the edge of a pane is moved inside', () => {
  expect([-3, 2, 100, 319].map((middle) => within(middle, 14, HEIGHT))).toEqual([7, 7, 100, 313]);
});
