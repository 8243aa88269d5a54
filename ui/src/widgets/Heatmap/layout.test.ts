import { expect, test } from 'vitest';
import { drawable, layout } from './layout';

const items = [
  { size: 60, group: 'Energy' },
  { size: 20, group: 'Energy' },
  { size: 40, group: 'Metals' },
];

test('COMM-01 STCK-02 groups have a name above their tiles, and tiles stay within their group', () => {
  const { groups, tiles } = layout(items, 56, 31);
  expect(groups.map(({ name }) => name)).toEqual(['Energy', 'Metals']);
  expect(tiles.map(({ item }) => item.size)).toEqual([60, 20, 40]);
  const [energy] = groups;
  for (const { box } of tiles.slice(0, 2)) {
    expect(box.y).toBeGreaterThanOrEqual((energy?.box.y ?? 0) + (energy?.box.height ?? 0));
    expect(box.x + box.width).toBeLessThanOrEqual((energy?.box.x ?? 0) + (energy?.box.width ?? 0) + 0.2);
  }
});

test('one group needs no name', () => {
  const { groups, tiles } = layout(items.slice(0, 2), 25, 19);
  expect(groups).toEqual([]);
  expect(tiles.map(({ box }) => box.width * box.height).every((area) => area > 0)).toBe(true);
});

const measured = (measures: readonly number[], group = '') => measures.map((measure) => ({ measure, group }));

test('what would be a sliver is drawn larger, and everything else in proportion', () => {
  const [large, half, none] = drawable(measured([1000, 500, 0.01]));
  expect([large, half]).toEqual([1000, 500]);
  expect(none).toBeCloseTo(9, 3);
  const many = drawable(measured(Array.from({ length: 60 }, (_, index) => (index ? 1 : 1e6))));
  expect(many.slice(1).reduce((sum, size) => sum + size, 0)).toBeLessThan(0.16e6);
});

test('the smallest group has room for its name, and the groups end at the edge', () => {
  const all = [...measured([60, 20], 'Energy'), ...measured([40], 'Metals'), ...measured([0.1], 'Materials')];
  const sizes = drawable(all);
  const drawn = all.map(({ group }, index) => ({ group, size: sizes[index] ?? 0 }));
  const { groups, tiles } = layout(drawn, 56, 31);
  expect(groups.map(({ name }) => name)).toEqual(['Energy', 'Metals', 'Materials']);
  expect(Math.max(...tiles.map(({ box }) => box.x + box.width))).toBeCloseTo(56, 3);
  expect(Math.max(...tiles.map(({ box }) => box.y + box.height))).toBeCloseTo(31, 3);
});
