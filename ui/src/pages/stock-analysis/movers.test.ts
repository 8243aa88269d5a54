import { expect, test } from 'vitest';
import type { TickerRow } from '~/api/types';
import { movers } from './movers';

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

test('STCK-03 five gainers and five losers by their change in 24 hours, none of unknown change', () => {
  const symbols = (way: 'asc' | 'desc') => movers(STOCKS, way).map(({ symbol }) => symbol);
  expect(symbols('desc')).toEqual(['C', 'F', 'A', 'D', 'E']);
  expect(symbols('asc')).toEqual(['B', 'E', 'D', 'A', 'F']);
});
