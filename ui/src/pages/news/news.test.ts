import { expect, test } from 'vitest';
import type { NewsItem } from '~/api/types';
import { filterNews, mostMentioned } from './news';

const story = (
  sentiment: NewsItem['sentiment'],
  symbol: string | null = null,
  tickerId: number | null = null,
) => ({ sentiment, symbol, tickerId }) as NewsItem;
const STORIES = [
  story('positive', 'AAPL', 1),
  story('negative', 'BTC', 2),
  story('neutral'),
  story('positive', 'BTC', 2),
  story('neutral', 'AMZN', 3),
];

test('NEWS-01 bullish is positive, bearish is negative, and all is everything', () => {
  expect(filterNews(STORIES, 'bullish')).toEqual([STORIES[0], STORIES[3]]);
  expect(filterNews(STORIES, 'bearish')).toEqual([STORIES[1]]);
  expect(filterNews(STORIES, 'neutral')).toHaveLength(2);
  expect(filterNews(STORIES, 'all')).toEqual(STORIES);
});

test('NEWS-01 most mentioned counts tickers only, equal ones by symbol', () => {
  expect(mostMentioned(STORIES, 2).map(({ symbol, count }) => `${symbol} ${count}`)).toEqual([
    'BTC 2',
    'AAPL 1',
  ]);
});
