import { factsOf, priceLevels, volumeFact } from './facts';
import { percentApart } from './measure';

const quote = {
  type: 'stock',
  currency: 'USD',
  priceUnit: 'currency',
  decimals: 2,
  price: 110,
  average50d: 100,
  average200d: 137.5,
  rsi14: 63.74,
  yearHigh: 120,
  yearLow: 80,
  volatility30d: 2,
  volatility52w: 1,
} as const;

test('a ticker has five figures, each with its position on a bar', () => {
  expect(factsOf(quote)).toMatchObject([
    {
      name: 'vs 50-day average',
      text: '+10.00%',
      at: expect.closeTo(0.75),
      bar: 'middle',
      ends: ['−20%', '+20%'],
    },
    { name: 'vs 200-day average', text: '−20.00%', at: expect.closeTo(0), bar: 'middle' },
    { name: '14-day RSI', text: '63.7', at: expect.closeTo(0.6374), bar: 'band', ends: ['0', '100'] },
    {
      name: 'From 52-week high',
      text: '−8.33%',
      at: expect.closeTo(0.75),
      bar: 'mark',
      ends: ['$80.00', '$120.00'],
    },
    {
      name: 'Volatility, 30d vs 1y',
      text: '×2.00',
      at: expect.closeTo(0.75),
      bar: 'middle',
      ends: ['×¼', '×4'],
    },
  ]);
});

test('unknown figures are omitted, and positions stay within the bar', () => {
  const names = (over: object) => factsOf({ ...quote, ...over }).map(({ name }) => name);
  expect(names({ average200d: null, rsi14: null })).toEqual([
    'vs 50-day average',
    'From 52-week high',
    'Volatility, 30d vs 1y',
  ]);
  expect(names({ price: -12.4 })).toEqual(['14-day RSI', 'Volatility, 30d vs 1y']);
  const [far] = factsOf({ ...quote, price: 900 });
  expect(far).toMatchObject({ text: '+800.00%', at: 1 });
});

test('the volume is compared with its average, except for a coin, whose volume is in dollars and whose average is in coins', () => {
  const volume = { type: 'stock', volume24h: 50, averageVolume30d: 100 } as const;
  expect(volumeFact(volume)).toMatchObject({ text: '×0.50', at: expect.closeTo(0.25), bar: 'middle' });
  expect(volumeFact({ ...volume, averageVolume30d: null })).toBeNull();
  expect(volumeFact({ ...volume, type: 'crypto' })).toBeNull();
});

test('a price below zero has no percentage', () => {
  expect(percentApart(10, -1)).toBeNull();
  expect(percentApart(null, 10)).toBeNull();
});

test('price levels are sorted by height', () => {
  const levels = priceLevels([
    ['Support', 90],
    ['50-day avg', null],
    ['Price', 120],
    ['High', 110],
  ]);
  expect(levels.map(({ name, at }) => [name, at])).toEqual([
    ['Support', 0],
    ['High', expect.closeTo(2 / 3)],
    ['Price', 1],
  ]);
  expect(priceLevels([['Support', 90]])).toEqual([]);
});
