import { describe, expect, test } from 'vitest';
import type { Position, WatchlistEntry } from '~/api/types';
import { contributions, displayGain, heldRows, liveTotals } from './holdings';

const dollars = { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false };
const euros = { ...dollars, value: 1.2, asOf: '2026-11-20' };

const entry = (id: number, itemId: number, fields: Partial<WatchlistEntry> = {}) =>
  ({
    id,
    watchlistItemId: itemId,
    symbol: `T${id}`,
    price: 110,
    previousClose: 100,
    change24h: 10,
    currency: 'USD',
    displayRate: dollars,
    lots: [],
    ...fields,
  }) as WatchlistEntry;

const position = (itemId: number, fields: Partial<Position> = {}) =>
  ({
    watchlistItemId: itemId,
    watchlistId: 1,
    quantity: 10,
    cost: 80,
    displayCost: 800,
    currencyEffect: 0,
    income12m: 5,
    ...fields,
  }) as Position;

describe('rows', () => {
  test('a ticker that two lists hold is one row with the average cost', () => {
    const rows = heldRows(
      [position(1), position(2, { watchlistId: 2, quantity: 30, cost: 100, displayCost: 3000 })],
      [entry(7, 1), entry(7, 2)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ quantity: 40, cost: 95, displayCost: 3800, income12m: 10 });
    expect(rows[0]?.entries.map(({ watchlistId }) => watchlistId)).toEqual([1, 2]);
  });

  test('an unknown cost in one list makes the cost of the row unknown, but not its quantity', () => {
    const [row] = heldRows(
      [position(1), position(2, { cost: null, displayCost: null })],
      [entry(7, 1), entry(7, 2)],
    );
    expect(row).toMatchObject({ quantity: 20, cost: null, displayCost: null });
  });

  test('a position without its list entry has no row', () => {
    expect(heldRows([position(3)], [entry(7, 1)])).toEqual([]);
  });
});

describe('totals', () => {
  const rows = heldRows(
    [
      position(1),
      position(2, { quantity: 5, cost: 50, displayCost: 280 }),
      position(3, { cost: null, displayCost: null }),
      position(4),
    ],
    [
      entry(1, 1),
      entry(2, 2, { currency: 'EUR', displayRate: euros }),
      entry(3, 3, { price: 20, previousClose: 20, change24h: 0 }),
      entry(4, 4, { price: null, change24h: null }),
    ],
  );

  test('the value covers rows with a price, and the gain those with a price and a cost', () => {
    const totals = liveTotals('USD', rows);
    expect(totals.value).toBeCloseTo(1100 + 660 + 200);
    expect(totals.gain).toBeCloseTo(300 + 380);
    expect(totals.gainPercent).toBeCloseTo((100 * 680) / 1080);
    expect(totals.dayGain).toBeCloseTo(100 + 60);
  });

  test('the gain includes the currency effect', () => {
    // 5 × €110 at 1.20, bought for $280.
    expect(displayGain(rows[1] as (typeof rows)[number])).toBeCloseTo(380);
  });

  test('totals are null without prices', () => {
    const unpriced = heldRows([position(4)], [entry(4, 4, { price: null, change24h: null })]);
    expect(liveTotals('USD', unpriced)).toMatchObject({ value: null, gain: null, dayGain: null });
  });

  test("the contributions add up to today's gain, in amount and in percent", () => {
    const parts = contributions(rows);
    const totals = liveTotals('USD', rows);
    expect(parts.map(({ row }) => row.id)).toEqual([1, 2, 3]);
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(totals.dayGain ?? Number.NaN);
    expect(parts.reduce((sum, { percent }) => sum + (percent ?? 0), 0)).toBeCloseTo(
      totals.dayGainPercent ?? Number.NaN,
    );
  });
});
