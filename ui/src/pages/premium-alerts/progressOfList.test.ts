import { expect, test } from 'vitest';
import type { Alert } from '~/api/types';
import { progressOfList } from './progressOfList';

const row = (symbol: string, price: number, change24h: number | null = null) =>
  ({
    symbol,
    type: 'stock',
    currency: 'USD',
    decimals: 2,
    price,
    volume24h: null,
    change24h,
    change7d: null,
  }) as const;
const over = (given: object) =>
  ({
    type: 'price',
    condition: 'above',
    value: 500,
    indicator: null,
    interval: null,
    windowHours: null,
    and: [],
    ...given,
  }) as unknown as Alert;

test('an alert over a list is as far from firing as its nearest ticker', () => {
  const rows = [row('AAPL', 300), row('MSFT', 490), row('META', 510)];
  expect(progressOfList(over({}), rows)).toMatchObject({ now: 'MSFT now $490.00', away: '2.04% away' });
});

test('a ticker that meets the condition has already fired, and counts only if all tickers do', () => {
  const rows = [row('META', 505), row('AAPL', 300)];
  expect(progressOfList(over({}), rows)?.now).toBe('AAPL now $300.00');
  expect(progressOfList(over({}), rows.slice(0, 1))?.now).toBe('META now $505.00');
  const change = over({ condition: 'percent_change', value: 5, windowHours: 24 });
  expect(progressOfList(change, [row('A', 1, 7), row('B', 1, -4), row('C', 1, 2)])).toMatchObject({
    now: 'B now −4.00%',
    away: '1.00 percentage points away',
  });
});

test('values that list rows lack have no distance', () => {
  expect(progressOfList(over({ type: 'technical', indicator: 'rsi' }), [row('AAPL', 300)])).toBeNull();
  expect(progressOfList(over({ type: 'news', condition: null }), [row('AAPL', 300)])).toBeNull();
  expect(
    progressOfList(over({ condition: 'percent_change', windowHours: 4 }), [row('AAPL', 1, 3)]),
  ).toBeNull();
  expect(progressOfList(over({}), [])).toBeNull();
});
