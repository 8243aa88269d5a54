import { expect, test } from 'vitest';
import { emWidth } from './textWidth';
import { fitTile } from './tileText';

const texts = { name: 'Exxon Mobil', symbol: 'XOM', price: '$1,234.56', change: '+0.43%', arrow: true };

test("a tile drops what doesn't fit: first the price, then the name, the triangle, the change", () => {
  const at = (width: number, height: number) => fitTile(width, height, texts);
  expect(at(20, 15)).toMatchObject({
    title: 'Exxon Mobil',
    change: { arrow: true },
    price: expect.any(Number),
  });
  expect(at(20, 8)).toMatchObject({ title: 'Exxon Mobil', change: { arrow: true } });
  expect(at(20, 8)?.price).toBeUndefined();
  expect(at(9, 8)).toMatchObject({ title: 'XOM', change: { arrow: true } });
  expect(at(3.3, 3)).toMatchObject({ title: 'XOM', change: { arrow: false } });
  expect(at(2.4, 3)).toEqual({ title: 'XOM', size: expect.any(Number) });
  expect(fitTile(9, 8, { ...texts, isCode: true })).toMatchObject({ title: 'Exxon Mobil' });
  expect(fitTile(3.3, 3, { ...texts, isCode: true })).toMatchObject({ title: 'XOM' });
  expect(at(1, 8)).toBeNull();
  expect(at(8, 0.7)).toBeNull();
});

test('no number is wider than its tile', () => {
  for (const change of ['+0.43%', '−12.34%', '+1,204.17%']) {
    for (let width = 1; width < 40; width += 0.25) {
      const text = fitTile(width, 6, { ...texts, change });
      if (text?.change)
        expect(emWidth(change) * text.change.size, `${change} on ${width} rem`).toBeLessThan(width);
    }
  }
});
