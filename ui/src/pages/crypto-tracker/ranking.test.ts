import { expect, test } from 'vitest';
import type { TickerRow } from '~/api/types';
import { fromHigh, ranking, strongest, totals } from './ranking';

const coin = (symbol: string, marketCap: number | null, change24h: number | null = 0) =>
  ({
    ...{ symbol, type: 'crypto', marketCap, change24h, volume24h: 10, fund: null },
    displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
  }) as TickerRow;
const COINS = [coin('ETH', 300, 2), coin('NEW', null, null), coin('BTC', 600, -1), coin('SOL', 100, 9)];

test('CTRK-02 coins are ranked by market cap, unknown ones last', () => {
  expect(ranking(COINS).map(({ rank, symbol }) => `${rank} ${symbol}`)).toEqual([
    '1 BTC',
    '2 ETH',
    '3 SOL',
    '4 NEW',
  ]);
});

test("CTRK-01 market cap and volume are added up, and Bitcoin's share is in percent", () => {
  expect(totals(COINS)).toMatchObject({ marketCap: 1000, volume: 40, dominance: 60, counted: 3 });
  expect(totals([coin('ETH', null)]).dominance).toBeNull();
});

test("the market cap a day ago uses each coin's price a day ago", () => {
  // 300 / 1.02 + 600 / 0.99 + 100 / 1.09 = 991.92
  expect(totals(COINS).change24h).toBeCloseTo(0.8145, 3);
  expect(totals([coin('ETH', null, 3), coin('BTC', 5, null)]).change24h).toBeNull();
});

test('CTRK-02 trending coins are the top gainers', () => {
  expect(strongest(COINS, 'change24h', 2).map(({ symbol }) => symbol)).toEqual(['SOL', 'ETH']);
});

test('CTRK-02 the distance from the all-time high is a percentage, and null if it is unknown', () => {
  expect(fromHigh(75, 100)).toBe(-25);
  expect(fromHigh(null, 100)).toBeNull();
  expect(fromHigh(75, null)).toBeNull();
});

test('coins are ranked and added up in one currency, without coins that lack an exchange rate', () => {
  const euros = {
    ...coin('ETH-EUR', 300),
    displayRate: { currency: 'USD', value: 2.5, asOf: null, basis: null, isCrossRate: false },
  };
  const withoutRate = { ...coin('ETH-KZT', 9e6), displayRate: null };
  const coins = [coin('BTC', 600), withoutRate, euros];
  expect(ranking(coins).map(({ symbol }) => symbol)).toEqual(['ETH-EUR', 'BTC', 'ETH-KZT']);
  expect(totals(coins)).toMatchObject({ currency: 'USD', marketCap: 1350, volume: 35, counted: 2 });
});
