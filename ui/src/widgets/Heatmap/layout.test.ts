import { expect, test } from 'vitest';
import { layoutTiles, strip, tileForKey } from './layout';

const item = (symbol: string, size: number, group: string) => ({ symbol, size, group });
const items = [
  item('A', 60, 'Energy'),
  item('B', 20, 'Energy'),
  item('C', 0.1, 'Energy'),
  item('D', 0.1, 'Energy'),
  item('E', 40, 'Metals'),
];
const isNamed = (width: number, height: number) => width > 1.5 && height > 1;

test('areas are proportional, and tiles too small for their symbol are combined per group', () => {
  const [energy, metals] = layoutTiles(items, 60, 40, isNamed);
  expect([energy?.name, metals?.name]).toEqual(['Energy', 'Metals']);
  const area = (symbol: string) => {
    const box = energy?.tiles.find((tile) => tile.item.symbol === symbol)?.box;
    return ((box?.width ?? 0) + 0.125) * ((box?.height ?? 0) + 0.125);
  };
  expect(area('A') / area('B')).toBeCloseTo(3, 3);
  expect(energy?.rest?.items.map(({ symbol }) => symbol)).toEqual(['C', 'D']);
  const rest = (energy?.rest?.box.width ?? 0) * (energy?.rest?.box.height ?? 0);
  expect(rest).toBeLessThanOrEqual(area('B'));
  expect(metals?.rest).toBeUndefined();
  expect(energy?.head?.box.height).toBe(1.375);
});

test('nothing is outside, and no tiles overlap', () => {
  const many = Array.from({ length: 80 }, (_, index) =>
    item(`S${index}`, 100 / (index + 1), `G${index % 7}`),
  );
  const boxes = layoutTiles(many, 88, 41, isNamed).flatMap(({ tiles, rest, head }) => [
    ...tiles.map(({ box }) => box),
    ...(rest ? [rest.box] : []),
    ...(head ? [head.box] : []),
  ]);
  for (const [index, a] of boxes.entries()) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= 88.001 && a.y + a.height <= 41.001).toBe(true);
    for (const b of boxes.slice(index + 1)) {
      const areDisjoint = a.x + a.width <= b.x + 0.001 || b.x + b.width <= a.x + 0.001;
      expect(areDisjoint || a.y + a.height <= b.y + 0.001 || b.y + b.height <= a.y + 0.001).toBe(true);
    }
  }
});

test('a strip has at most four tiles, larger ones wider, and one for the rest', () => {
  const members = [50, 20, 10, 5, 3, 2].map((size, index) => item(`S${index}`, size, 'G'));
  const { tiles, rest } = strip(members, 22, 4);
  expect(tiles.map(({ item: { symbol } }) => symbol)).toEqual(['S0', 'S1', 'S2', 'S3']);
  expect(tiles[0]?.box.width).toBeGreaterThan(tiles[3]?.box.width ?? 0);
  expect((rest?.box.x ?? 0) + (rest?.box.width ?? 0)).toBeCloseTo(22, 6);
  expect(rest?.items).toHaveLength(2);
});

test('an arrow key moves to the nearest tile in its direction, and nowhere from the edge', () => {
  const at = (symbol: string, x: number, y: number) => ({ item: symbol, box: { x, y, width: 2, height: 2 } });
  const tiles = [at('left', 0, 0), at('middle', 2, 0), at('right', 4, 0), at('below', 2, 2)] as const;
  const itemAfter = (from: number, key: string) =>
    tileForKey(tiles, tiles[from] as (typeof tiles)[0], key)?.item;
  expect([
    itemAfter(1, 'ArrowLeft'),
    itemAfter(1, 'ArrowRight'),
    itemAfter(1, 'ArrowDown'),
    itemAfter(3, 'ArrowUp'),
  ]).toEqual(['left', 'right', 'below', 'middle']);
  expect(itemAfter(0, 'ArrowLeft')).toBeUndefined();
  expect(itemAfter(0, 'Enter')).toBeUndefined();
});
