import { expect, test } from 'vitest';
import { previousHolding } from '~/api/holdings';

const entry = { watchlistItemId: 1, symbol: 'AAPL' };
const lots = [{ date: '2026-01-05', quantity: 3, price: 50, fee: null }];

test('undo restores the lots, from which quantity and cost follow', () => {
  expect(previousHolding({ ...entry, quantity: 3, cost: 50, lots })).toEqual({ lots });
});

test('undo restores quantity and cost, and removes lots that were entered instead', () => {
  expect(previousHolding({ ...entry, quantity: 3, cost: 50, lots: [] })).toEqual({
    quantity: 3,
    cost: 50,
    lots: [],
  });
});

test('undo of the first quantity removes the holding', () => {
  expect(previousHolding({})).toEqual({ quantity: null, cost: null, lots: [] });
});
