import { expect, test } from 'vitest';
import { type TileText, tileText, widthOf } from './tileText';

const words = { name: 'Exxon Mobil Corporation', symbol: 'XOM', price: '$1,234.56', change: '+0.43%' };
const at = (width: number, height: number, change = words.change): TileText =>
  tileText({ x: 0, y: 0, width, height }, { ...words, change });

test('a tile says as much as it has room for', () => {
  const rooms = [
    [12.5, 7.5],
    [5, 3.2],
    [2.5, 1.25],
    [1.25, 12],
    [12, 0.7],
  ].map(([width = 0, height = 0]) => at(width, height).room);
  expect(rooms).toEqual(['all', 'most', 'symbol', 'none', 'none']);
});

test('a longer figure takes a smaller size or a larger tile, and is never cut', () => {
  for (const change of ['+0.43%', '−12.34%', '+1,204.17%']) {
    for (let width = 1; width < 40; width += 0.25) {
      const text = at(width, 6, change);
      if (text.room !== 'all' && text.room !== 'most') continue;
      expect(widthOf(change) * text.size, `${change} on ${width} rem`).toBeLessThan(width);
    }
  }
  expect(at(5.5, 6, '+0.43%').room).toBe('most');
  expect(at(4, 6, '+1,204.17%').room).toBe('symbol');
});

test('a name that does not fit gives way to the symbol', () => {
  expect(at(20, 8)).toMatchObject({ title: 'Exxon Mobil Corporation' });
  expect(at(9, 8)).toMatchObject({ title: 'XOM' });
});

test('a large tile says its change large', () => {
  const [small, large] = [at(9, 6), at(30, 18)];
  expect(large.room === 'all' && small.room === 'all' && large.size > small.size).toBe(true);
});
