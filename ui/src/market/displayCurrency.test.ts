import { expect, test } from 'vitest';
import { comparablePrice, conversion, displayCurrencyOf, inDisplayCurrency } from './displayCurrency';
import { formatMarketCap } from './format';

const AS_OF = '2026-11-20T15:20:00Z';
const share = (currency: string, value: number | null, display = 'USD') => ({
  type: 'stock',
  currency,
  displayRate:
    value === null ? null : { currency: display, value, asOf: currency === display ? null : AS_OF },
});

test('D18 amounts of several currencies are compared in one, and not without an exchange rate', () => {
  expect(inDisplayCurrency(share('EUR', 1.1585), 200)).toBeCloseTo(231.7);
  expect(inDisplayCurrency(share('USD', 1), 200)).toBe(200);
  expect(inDisplayCurrency(share('CHF', null), 200)).toBeNull();
  expect(inDisplayCurrency(share('EUR', 1.1585), null)).toBeNull();
});

test('D18 a list is compared in dollars unless a display currency is known', () => {
  expect(displayCurrencyOf([share('CHF', null), share('USD', 0.86, 'EUR')])).toBe('EUR');
  expect(displayCurrencyOf([share('CHF', null)])).toBe('USD');
});

test('D18 index levels and rates are sorted unconverted', () => {
  expect(comparablePrice({ ...share('EUR', 1.1585), type: 'index' }, 24_000)).toBe(24_000);
  expect(comparablePrice({ ...share('JPY', 0.0065), type: 'currency' }, 154.6)).toBe(154.6);
  expect(comparablePrice(share('JPY', 0.0065), 2871)).toBeCloseTo(18.66);
});

test("D18 a converted amount shows its exchange rate and the rate's age", () => {
  const converted = conversion(share('EUR', 1.1585), 278.4e9, formatMarketCap);
  expect(converted?.amount).toBe('≈ $322.5B');
  expect(converted?.rate).toMatch(/^1 EUR = \$1\.1585, Nov 20, 2026, /);
  expect(conversion(share('JPY', 0.00646747), 2871, String)?.rate).toMatch(/^1 JPY = \$0\.006467,/);
  expect(conversion(share('USD', 1), 5, String)).toBeUndefined();
  expect(conversion(share('CHF', null), 5, String)).toBeUndefined();
});

test('D18 with another display currency dollars are converted', () => {
  const converted = conversion(share('USD', 0.8632, 'EUR'), 4.1e12, formatMarketCap);
  expect(converted?.amount).toBe('≈ €3.5T');
  expect(converted?.rate).toMatch(/^1 USD = €0\.8632, /);
  expect(conversion(share('EUR', 1, 'EUR'), 5, String)).toBeUndefined();
  expect(conversion({ ...share('USD', 0.8632, 'EUR'), type: 'index' }, 6000, String)).toBeUndefined();
});
