import { expect, test } from 'vitest';
import type { Holdings, Position } from '~/api/types';
import { heldOf, liveTotals, loadedTotals } from './heldLive';

const position = (fields: Partial<Position> = {}): Position => ({
  symbol: 'SAP.DE',
  name: 'SAP SE',
  tickerId: 1,
  type: 'stock',
  watchlistId: 1,
  watchlistItemId: 11,
  currency: 'EUR',
  quantity: 10,
  cost: 100,
  price: 120,
  value: 1200,
  gain: 200,
  gainPercent: 20,
  dayGain: 10,
  weight: 100,
  displayValue: 1320,
  displayCost: 1200,
  displayGain: 120,
  currencyEffect: -100,
  income12m: null,
  splitsApplied: [],
  ...fields,
});

const holdings = (positions: readonly Position[]): Holdings => ({
  currency: 'USD',
  value: 1320,
  cost: 1200,
  gain: 120,
  gainPercent: 10,
  currencyEffect: -100,
  dayGain: 11,
  dayGainPercent: 0.8,
  income12m: null,
  withoutValue: [],
  withoutGain: [],
  positions: [...positions],
  groups: { sector: [], country: [], currency: [], type: [] },
});

const entry = (price: number | null) => ({
  symbol: 'SAP.DE',
  watchlistItemId: 11,
  quantity: 10,
  cost: 100,
  price,
  previousClose: 119,
  change24h: price === null ? null : 100 * (price / 119 - 1),
  displayRate: { currency: 'USD', value: 1.1, asOf: null },
});

test('what is held in several lists is added up, with its average cost', () => {
  expect(heldOf([position(), position({ quantity: 30, cost: 140 })])).toEqual({ quantity: 40, cost: 130 });
  expect(heldOf([position(), position({ cost: null })])).toEqual({ quantity: 20, cost: null });
  expect(heldOf([])).toBeUndefined();
});

test('totals follow the price, and the cost keeps the exchange rates of the purchases', () => {
  const totals = liveTotals(holdings([position()]), [entry(125)]);
  expect(totals?.value).toBeCloseTo(1375);
  expect(totals?.gain).toBeCloseTo(175);
  expect(totals?.gainPercent).toBeCloseTo((100 * 175) / 1200);
  expect(totals?.dayGain).toBeCloseTo(66);
});

test('until the entries are loaded, the totals are those of the server', () => {
  const loaded = holdings([position()]);
  expect(liveTotals(loaded, [])).toEqual(loadedTotals(loaded));
  expect(loadedTotals(loaded)).toMatchObject({ value: 1320, gain: 120, dayGain: 11 });
  expect(loadedTotals(holdings([]))).toBeUndefined();
});

test('a position without a price is not part of the totals', () => {
  const totals = liveTotals(holdings([position()]), [entry(null)]);
  expect(totals).toMatchObject({ gain: null, dayGain: null, unknown: ['SAP.DE'] });
});
