import { expect, test } from 'vitest';
import type { NewsItem } from '~/api/types';
import { mostMentioned, newsOf } from './news';

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
  expect(newsOf('bullish').queryKey).toEqual(['news', 'sentiment=positive']);
  expect(newsOf('bearish').queryKey).toEqual(['news', 'sentiment=negative']);
  expect(newsOf('neutral').queryKey).toEqual(['news', 'sentiment=neutral']);
  expect(newsOf('all').queryKey).toEqual(['news']);
});

test('NEWS-01 most mentioned counts tickers only, equal ones by symbol', () => {
  expect(mostMentioned(STORIES, 2).map(({ symbol, count }) => `${symbol} ${count}`)).toEqual([
    'BTC 2',
    'AAPL 1',
  ]);
});
