import { expect, test } from 'vitest';
import { comparablePrice, dollarNote, inDollars } from './dollars';
import { formatMarketCap } from './format';

const share = (currency: string, dollarRate: number | null) => ({ type: 'stock', currency, dollarRate });

test('D18 amounts of several currencies are compared in dollars, and not at all where no rate is followed', () => {
  expect(inDollars(share('EUR', 1.1585), 200)).toBeCloseTo(231.7);
  expect(inDollars(share('USD', 1), 200)).toBe(200);
  expect(inDollars(share('CHF', null), 200)).toBeNull();
  expect(inDollars(share('EUR', 1.1585), null)).toBeNull();
});

test('D18 a level and a rate are sorted as they are', () => {
  expect(comparablePrice({ ...share('EUR', 1.1585), type: 'index' }, 24_000)).toBe(24_000);
  expect(comparablePrice({ ...share('JPY', 0.0065), type: 'currency' }, 154.6)).toBe(154.6);
  expect(comparablePrice(share('JPY', 0.0065), 2871)).toBeCloseTo(18.66);
});

test('D18 a converted amount says that it is one, and by which rate', () => {
  expect(dollarNote(share('EUR', 1.1585), 278.4e9, formatMarketCap)).toEqual({
    amount: '≈ $322.5B',
    rate: '1 EUR = $1.1585',
  });
  expect(dollarNote(share('JPY', 0.00646747), 2871, String)?.rate).toBe('1 JPY = $0.006467');
  expect(dollarNote(share('USD', 1), 5, String)).toBeUndefined();
  expect(dollarNote(share('CHF', null), 5, String)).toBeUndefined();
});
