import { expect, test } from 'vitest';
import type { TickerStatus } from '~/api/types';
import { feedsOf, feedsText } from './feeds';

const source = (name: string, ...feeds: { what: string; kinds: string[] }[]) =>
  ({ name, feeds }) as unknown as Parameters<typeof feedsText>[0];
const pricedBy = (source: string) => ({ symbol: 'X', source }) as TickerStatus;

test("a source's feeds use the server's terms, with the ticker types if they are few", () => {
  const all = ['stock', 'etf', 'index', 'commodity', 'crypto'];
  const yahoo = source('yahoo', { what: 'quotes', kinds: all }, { what: 'bars', kinds: all });
  expect(feedsText(yahoo)).toBe('Prices, histories');
  expect(feedsText(source('cnn', { what: 'fear_greed', kinds: ['stock'] }))).toBe('Fear & Greed of stocks');
  expect(feedsText(source('x', { what: 'fund_facts', kinds: ['etf', 'fund'] }))).toBe(
    'Fund facts of ETFs and funds',
  );
  expect(feedsText(source('import'))).toBe('Files in the import folder');
});

test('a source shows the number of tickers with their latest price from it', () => {
  const coins = source('coingecko', { what: 'quotes', kinds: ['crypto'] });
  expect(feedsOf(coins, [pricedBy('coingecko'), pricedBy('yahoo')])).toBe(
    'Prices of crypto; used for 1 ticker',
  );
  expect(feedsOf(source('my_source'), [pricedBy('my_source'), pricedBy('my_source')])).toBe(
    'Prices of 2 tickers',
  );
  expect(feedsOf(source('my_source'), [])).toBe('—');
});
