import { expect, test } from 'vitest';
import type { TickerRow } from '~/api/types';
import { mostTraded, movers } from './movers';

const stock = (symbol: string, change24h: number | null) => ({ symbol, change24h }) as TickerRow;
const STOCKS = [
  stock('A', 1),
  stock('B', -4),
  stock('UNKNOWN', null),
  stock('C', 9),
  stock('D', 0),
  stock('E', -1),
  stock('F', 3),
];

test('STCK-03 there are five gainers and five losers by change in 24 hours, without stocks whose change is unknown', () => {
  const symbols = (direction: 'asc' | 'desc') => movers(STOCKS, direction).map(({ symbol }) => symbol);
  expect(symbols('desc')).toEqual(['C', 'F', 'A', 'D', 'E']);
  expect(symbols('asc')).toEqual(['B', 'E', 'D', 'A', 'F']);
});

test('the most traded stocks are ranked by price × volume in one currency, without unknown volumes', () => {
  const traded = (symbol: string, price: number, volume24h: number | null, rate: number | null) =>
    ({
      symbol,
      price,
      volume24h,
      displayRate: rate && { currency: 'USD', value: rate, asOf: null, basis: null, isCrossRate: false },
    }) as TickerRow;
  const rows = [
    traded('SMALL', 10, 5, 1),
    traded('YEN', 10_000, 50, 0.0065),
    traded('LARGE', 10, 500, 1),
    traded('UNKNOWN', 10, null, 1),
    traded('NO RATE', 10, 900, null),
  ];
  expect(mostTraded(rows).map(({ symbol }) => symbol)).toEqual(['LARGE', 'YEN', 'SMALL']);
});
