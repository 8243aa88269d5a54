import { expect, test } from 'vitest';
import type { EtfRow, FundFacts } from '~/api/types';
import { type Filters, median, screen } from './screener';

const fund = (symbol: string, facts: Partial<FundFacts> | null) =>
  ({
    symbol,
    displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
    name: `${symbol} Fund`,
    fund: facts && { category: 'Equity', aum: 50e9, expenseRatio: 0.2, ...facts },
  }) as EtfRow;
const ALL: Filters = { text: '', tab: 'all', aumFrom: 0, aumTo: 100, expense: 1, categories: [] };
const found = (funds: EtfRow[], filters: Partial<Filters>) =>
  screen(funds, { ...ALL, ...filters }).rows.map((row) => row.symbol);

const SIZES = [
  fund('S', { aum: 1e9 }),
  fund('M', { aum: 10e9 }),
  fund('L', { aum: 100e9 }),
  fund('XL', { aum: 780e9 }),
];

test('SCRN-01 the full AUM range has no limits and excludes no fund', () => {
  expect(found(SIZES, {})).toEqual(['S', 'M', 'L', 'XL']);
  expect(found(SIZES, { aumFrom: 10 })).toEqual(['M', 'L', 'XL']);
  expect(found(SIZES, { aumFrom: 100 })).toEqual(['L', 'XL']);
  expect(found(SIZES, { aumTo: 99 })).toEqual(['S', 'M']);
  expect(found(SIZES, { aumFrom: 2, aumTo: 10 })).toEqual(['M']);
});

test('SCRN-01 the expense ratio is a maximum, and its highest value means any', () => {
  const costs = [
    fund('A', { expenseRatio: 0.03 }),
    fund('B', { expenseRatio: 0.0945 }),
    fund('C', { expenseRatio: 1.06 }),
  ];
  expect(found(costs, { expense: 1 })).toEqual(['A', 'B', 'C']);
  expect(found(costs, { expense: 0.99 })).toEqual(['A', 'B']);
  expect(found(costs, { expense: 0.09 })).toEqual(['A']);
  expect(found(costs, { expense: 0 })).toEqual([]);
});

test('SCRN-01 both tab and categories must match; the text matches symbol and name', () => {
  const funds = [
    fund('SPY', {}),
    fund('BND', { category: 'Fixed Income' }),
    fund('VIXY', { category: 'Specialty' }),
    fund('XLK', { category: 'Sector' }),
  ];
  expect(found(funds, { tab: 'equity' })).toEqual(['SPY']);
  expect(found(funds, { tab: 'bond' })).toEqual(['BND']);
  expect(found(funds, { tab: 'specialty' })).toEqual(['VIXY']);
  expect(found(funds, { categories: ['Sector', 'Equity'] })).toEqual(['SPY', 'XLK']);
  expect(found(funds, { tab: 'bond', categories: ['Equity'] })).toEqual([]);
  expect(found(funds, { text: ' xlk f' })).toEqual(['XLK']);
});

test('SCRN-01 a fund with an unknown fact is hidden only if a filter needs that fact', () => {
  const funds = [fund('NONE', null), fund('NOAUM', { aum: null }), fund('NOCOST', { expenseRatio: null })];
  expect(screen(funds, ALL)).toEqual({ rows: funds, unknown: 0 });
  expect(screen(funds, { ...ALL, expense: 0.5 })).toEqual({ rows: [funds[1]], unknown: 2 });
  expect(screen(funds, { ...ALL, aumFrom: 1 })).toEqual({ rows: [funds[2]], unknown: 2 });
  expect(screen(funds, { ...ALL, tab: 'bond' })).toEqual({ rows: [], unknown: 1 });
  // A fund that fails a known fact is excluded, even if other facts are unknown.
  expect(screen(funds, { ...ALL, aumFrom: 60 })).toEqual({ rows: [], unknown: 2 });
});

test('SCRN-01 the median ignores unknown values', () => {
  expect(median([3, null, 1, undefined, 2])).toBe(2);
  expect(median([4, 1])).toBe(2.5);
  expect(median([null])).toBeNull();
});
