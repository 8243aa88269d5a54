import { expect, test } from 'vitest';
import { countWithoutRate, measureOf, traded, worth } from './measure';

const row = (type: string, fields: object) => ({
  type: type as 'stock',
  price: 100,
  volume24h: 1000,
  marketCap: null,
  fund: null,
  displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
  ...fields,
});
const yen = { displayRate: { currency: 'USD', value: 0.0065, asOf: null, basis: null, isCrossRate: false } };

test('market caps are compared after conversion to the display currency', () => {
  const toyota = row('stock', { marketCap: 40e12, ...yen });
  const apple = row('stock', { marketCap: 3.5e12 });
  const size = measureOf([toyota, apple]);
  expect(size(toyota)).toBeCloseTo(0.26e12);
  expect(size(apple)).toBe(3.5e12);
});

test('traded value and market cap are never mixed', () => {
  const withMarketCap = row('stock', { marketCap: 5e9 });
  const withoutMarketCap = row('stock', { volume24h: 1e9 });
  expect(measureOf([withMarketCap, withoutMarketCap])(withoutMarketCap)).toBeNull();
  expect(measureOf([withoutMarketCap])(withoutMarketCap)).toBe(100e9);
  expect(worth(withMarketCap)).toBe(5e9);
});

test("a coin's volume is its value, and a stock's volume counts units", () => {
  expect(traded(row('crypto', { volume24h: 7e9 }))).toBe(7e9);
  expect(traded(row('stock', yen))).toBeCloseTo(650);
  expect(traded(row('stock', { volume24h: null }))).toBeNull();
});

test('rows without an exchange rate have no size, and are counted', () => {
  const unconvertible = row('stock', { marketCap: 1e12, displayRate: null });
  expect(worth(unconvertible)).toBeNull();
  expect(countWithoutRate([unconvertible, row('stock', { marketCap: 1e9 })])).toBe(1);
  expect(countWithoutRate([row('stock', { volume24h: null, displayRate: null })])).toBe(0);
});
