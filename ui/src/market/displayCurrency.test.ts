import { expect, test } from 'vitest';
import { comparablePrice, conversion, displayCurrencyOf, inDisplayCurrency } from './displayCurrency';
import { formatMarketCap } from './format';

const AS_OF = '2026-11-20T15:20:00Z';
const stock = (currency: string, value: number | null, display = 'USD') => ({
  type: 'stock',
  currency,
  displayRate:
    value === null ? null : { currency: display, value, asOf: currency === display ? null : AS_OF },
});

test('D18 an amount is converted to the display currency, and unknown without an exchange rate', () => {
  expect(inDisplayCurrency(stock('EUR', 1.1585), 200)).toBeCloseTo(231.7);
  expect(inDisplayCurrency(stock('USD', 1), 200)).toBe(200);
  expect(inDisplayCurrency(stock('CHF', null), 200)).toBeNull();
  expect(inDisplayCurrency(stock('EUR', 1.1585), null)).toBeNull();
});

test('D18 lists are compared in dollars unless there is another display currency', () => {
  expect(displayCurrencyOf([stock('CHF', null), stock('USD', 0.86, 'EUR')])).toBe('EUR');
  expect(displayCurrencyOf([stock('CHF', null)])).toBe('USD');
});

test('D18 index levels and rates are sorted unconverted', () => {
  expect(comparablePrice({ ...stock('EUR', 1.1585), type: 'index' }, 24_000)).toBe(24_000);
  expect(comparablePrice({ ...stock('JPY', 0.0065), type: 'currency' }, 154.6)).toBe(154.6);
  expect(comparablePrice(stock('JPY', 0.0065), 2871)).toBeCloseTo(18.66);
});

test('D18 a price in percent of par is neither converted nor compared as money', () => {
  const bond = {
    type: 'bond',
    currency: 'EUR',
    priceUnit: 'percent',
    displayRate: { currency: 'USD', value: 1.25, asOf: null },
  } as const;
  expect(comparablePrice(bond, 98.45)).toBe(98.45);
  expect(conversion(bond, 98.45, String)).toBeUndefined();
});

test("D18 a converted amount shows its exchange rate and the rate's age", () => {
  const converted = conversion(stock('EUR', 1.1585), 278.4e9, formatMarketCap);
  expect(converted?.amount).toBe('≈ $322.5B');
  expect(converted?.rate).toMatch(/^1 EUR = \$1\.1585, Nov 20, 2026, /);
  expect(conversion(stock('JPY', 0.00646747), 2871, String)?.rate).toMatch(/^1 JPY = \$0\.006467,/);
  expect(conversion(stock('USD', 1), 5, String)).toBeUndefined();
  expect(conversion(stock('CHF', null), 5, String)).toBeUndefined();
});

test('D18 dollars are converted if the display currency is another', () => {
  const converted = conversion(stock('USD', 0.8632, 'EUR'), 4.1e12, formatMarketCap);
  expect(converted?.amount).toBe('≈ €3.5T');
  expect(converted?.rate).toMatch(/^1 USD = €0\.8632, /);
  expect(conversion(stock('EUR', 1, 'EUR'), 5, String)).toBeUndefined();
  expect(conversion({ ...stock('USD', 0.8632, 'EUR'), type: 'index' }, 6000, String)).toBeUndefined();
});
