import { describe, expect, test } from 'vitest';
import type { Position } from '~/api/types';
import {
  closeBefore,
  type HeldEntry,
  heldDayGain,
  heldGain,
  heldGainPercent,
  heldOf,
  heldTotals,
  heldValue,
  weights,
} from './heldEntry';

const entry = (fields: Partial<HeldEntry> = {}): HeldEntry => ({
  price: 110,
  previousClose: 100,
  change24h: 10,
  quantity: 5,
  cost: 80,
  displayRate: { currency: 'USD', value: 1, asOf: null },
  ...fields,
});

describe('a held list entry', () => {
  test('has value, gain and gain today', () => {
    expect(heldValue(entry())).toBe(550);
    expect(heldGain(entry())).toBe(150);
    expect(heldGainPercent(entry())).toBeCloseTo(37.5);
    expect(heldDayGain(entry())).toBeCloseTo(50);
  });

  test('of a bond is worth its par value times the price in percent', () => {
    const bond = entry({
      priceUnit: 'percent',
      quantity: 10_000,
      price: 98.45,
      previousClose: 98.2,
      change24h: 0.25,
      cost: 96.5,
    });
    expect(heldValue(bond)).toBeCloseTo(9845);
    expect(heldGain(bond)).toBeCloseTo(195);
    expect(heldGainPercent(bond)).toBeCloseTo((100 * 195) / 9650);
    expect(heldDayGain(bond)).toBeCloseTo(25);
    const totals = heldTotals([
      { ...bond, symbol: 'DE0001102580.F' },
      { ...entry(), symbol: 'AAPL' },
    ]);
    expect(totals?.value).toBeCloseTo(9845 + 550);
    expect(totals?.gainPercent).toBeCloseTo((100 * (195 + 150)) / (9650 + 400));
    expect(totals?.dayGainPercent).toBeCloseTo((100 * (25 + 50)) / (9820 + 500));
  });

  test('has a value but no gain without a cost', () => {
    const withoutCost = entry({ cost: null });
    expect(heldValue(withoutCost)).toBe(550);
    expect(heldGain(withoutCost)).toBeNull();
    expect(heldGainPercent(withoutCost)).toBeNull();
  });

  test('has no gain in percent if it was free', () => {
    expect(heldGain(entry({ cost: 0 }))).toBe(550);
    expect(heldGainPercent(entry({ cost: 0 }))).toBeNull();
  });

  test('has null instead of zero without a price', () => {
    const unpriced = entry({ price: null, change24h: null });
    expect([heldValue(unpriced), heldGain(unpriced), heldDayGain(unpriced)]).toEqual([null, null, null]);
  });

  test('loses more than its value if a future turns negative', () => {
    expect(heldValue(entry({ price: -37, change24h: null }))).toBe(-185);
    expect(heldGain(entry({ price: -37, change24h: null }))).toBe(-585);
  });
});

describe('the previous close', () => {
  test('is the loaded one if it agrees with the change', () => {
    expect(closeBefore(entry({ price: 110.004, change24h: 10 }))).toBe(100);
  });

  test('is computed from the change on the first tick of a new day', () => {
    expect(closeBefore(entry({ price: 121, change24h: 10 }))).toBeCloseTo(110);
  });

  test('is the loaded one if there is no change', () => {
    expect(closeBefore(entry({ change24h: null }))).toBe(100);
  });
});

test('weights are shares of the total in the display currency', () => {
  const euros = { currency: 'USD', value: 2, asOf: null };
  const shares = weights([
    { id: 1, ...entry({ price: 100, quantity: 1 }) },
    { id: 2, ...entry({ price: 150, quantity: 1, displayRate: euros }) },
    { id: 3, ...entry({ displayRate: null }) },
    { id: 4, ...entry({ quantity: null }) },
  ]);
  expect(shares).toEqual(
    new Map([
      [1, 25],
      [2, 75],
    ]),
  );
});

describe('the totals of a list', () => {
  const named = (symbol: string, fields: Partial<HeldEntry> = {}) => ({ symbol, ...entry(fields) });
  const euros = { currency: 'USD', value: 2, asOf: null };

  test('are in the display currency, and gain is value minus cost', () => {
    const totals = heldTotals([
      named('A'),
      named('B', { displayRate: euros, price: 50, previousClose: 40, change24h: 25, cost: 60 }),
    ]);
    // A: 5 × 110, paid 5 × 80. B: 5 × 50 × 2, paid 5 × 60 × 2.
    expect(totals).toMatchObject({ currency: 'USD', value: 1050, gain: 50, unknown: [] });
    expect(totals?.gainPercent).toBeCloseTo(5);
    expect(totals?.dayGain).toBeCloseTo(150);
    expect(totals?.dayGainPercent).toBeCloseTo(16.667, 2);
  });

  test('leave out entries without a price or an exchange rate, and list their symbols', () => {
    const totals = heldTotals([
      named('A'),
      named('B', { displayRate: null }),
      named('C', { price: null, change24h: null }),
    ]);
    expect(totals).toMatchObject({ value: 550, unknown: ['B', 'C'] });
  });

  test('have no gain without any cost', () => {
    expect(heldTotals([named('A', { cost: null })])).toMatchObject({
      value: 550,
      gain: null,
      gainPercent: null,
    });
  });

  test('do not exist if nothing is held', () => {
    expect(
      heldTotals([named('A', { quantity: null }), named('B', { quantity: undefined as never })]),
    ).toBeUndefined();
  });
});

test('holdings of a ticker in several lists are added up, with their average cost', () => {
  const position = (quantity: number, cost: number | null) => ({ quantity, cost }) as Position;
  expect(heldOf([position(10, 100), position(30, 140)])).toEqual({ quantity: 40, cost: 130 });
  expect(heldOf([position(10, 100), position(10, null)])).toEqual({ quantity: 20, cost: null });
  expect(heldOf([])).toBeUndefined();
});
