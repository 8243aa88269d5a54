import { expect, test } from 'vitest';
import { triedOf, triedPlaces } from './tried';

test('an address asks for the alert of its own ticker alone', () => {
  const tried = { type: 'price', symbol: 'AAPL', condition: 'above', value: 300 };
  expect(triedOf(JSON.stringify(tried), 'AAPL')).toEqual(tried);
  expect(triedOf(JSON.stringify(tried), 'MSFT')).toBeNull();
  expect(triedOf('', 'AAPL')).toBeNull();
  expect(triedOf('{"type":', 'AAPL')).toBeNull();
  expect(triedOf('{"symbol":"AAPL"}', 'AAPL')).toBeNull();
});

test('what fired stands at the point of its day, or at the last one before it', () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-20'].map((day) => ({ timestamp: `${day}T21:00:00Z` }));
  const fired = (at: string) => ({ at, price: 100 });
  const indexes = (at: string[], isOfDays: boolean) =>
    triedPlaces(at.map(fired), days, isOfDays).map(({ index }) => index);
  expect(indexes(['2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z', '2026-11-20T00:00:00Z'], true)).toEqual([
    0, 2,
  ]);
  expect(indexes(['2026-11-19T10:00:00Z', '2026-11-20T22:00:00Z'], false)).toEqual([1, 2]);
  expect(triedPlaces([{ at: '2026-11-18T00:00:00Z', price: null }], days, true)).toEqual([]);
});
