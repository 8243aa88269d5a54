import { expect, test } from 'vitest';
import { conversionNote, convertHistory, currenciesToConvert, rateAt, ratesOf } from './dailyRates';

const EUROS = {
  from: 'EUR',
  to: 'USD',
  isCrossRate: false,
  rates: [
    { date: '2026-11-18', rate: 1.2 },
    { date: '2026-11-20', rate: 1.25 },
  ],
};
const stock = (currency: string) => ({ type: 'stock', currency });

test('a day without a rate has the rate of the day before', () => {
  expect(rateAt(EUROS.rates, '2026-11-17T23:59:00Z')).toBeUndefined();
  expect(rateAt(EUROS.rates, '2026-11-18T00:00:00Z')).toBe(1.2);
  expect(rateAt(EUROS.rates, '2026-11-19T12:00:00Z')).toBe(1.2);
  expect(rateAt(EUROS.rates, '2026-11-22T00:00:00Z')).toBe(1.25);
  expect(rateAt([], '2026-11-22T00:00:00Z')).toBeUndefined();
});

test('each point is converted at the rate of its day, and points before the first rate are left out', () => {
  const points = [
    { timestamp: '2026-11-17T00:00:00Z', price: 1 },
    { timestamp: '2026-11-19T00:00:00Z', price: 100, base: { timestamp: '2026-11-18T00:00:00Z', price: 50 } },
    { timestamp: '2026-11-20T00:00:00Z', price: 100 },
  ];
  expect(convertHistory(points, EUROS)).toEqual([
    { timestamp: '2026-11-19T00:00:00Z', price: 120, base: { timestamp: '2026-11-18T00:00:00Z', price: 60 } },
    { timestamp: '2026-11-20T00:00:00Z', price: 125 },
  ]);
});

test('only prices in several currencies are converted, and index levels never', () => {
  expect(currenciesToConvert([stock('USD'), stock('USD')], 'EUR')).toEqual([]);
  expect(currenciesToConvert([stock('USD'), stock('SEK'), stock('EUR')], 'EUR')).toEqual(['SEK', 'USD']);
  expect(currenciesToConvert([stock('USD'), { type: 'index', currency: 'EUR' }], 'USD')).toEqual([]);
  expect(ratesOf(stock('EUR'), [EUROS])).toBe(EUROS);
  expect(ratesOf({ type: 'index', currency: 'EUR' }, [EUROS])).toBeUndefined();
});

test('the note names the conversion, cross rates, and currencies without rates', () => {
  expect(conversionNote([], [EUROS], 'USD')).toBeUndefined();
  expect(conversionNote(['EUR'], [EUROS], 'USD')).toBe(
    "Prices in EUR are converted to USD at each day's ECB rate.",
  );
  const kronor = { ...EUROS, from: 'SEK', isCrossRate: true };
  expect(conversionNote(['RUB', 'SEK'], [kronor, { ...EUROS, from: 'RUB', rates: [] }], 'USD')).toBe(
    "Prices in SEK are converted to USD at each day's ECB rate, computed from the euro rates. " +
      'Prices in RUB stay in their currency: no daily rates are known.',
  );
});
