import { expect, test } from 'vitest';
import type { NewsItem } from '~/api/types';
import { byDay, dailySentiment, mostMentioned, newsOf } from './news';

const article = (
  sentiment: NewsItem['sentiment'],
  symbol: string | null = null,
  tickerId: number | null = null,
) => ({ sentiment, symbol, tickerId }) as NewsItem;
const ARTICLES = [
  article('positive', 'AAPL', 1),
  article('negative', 'BTC', 2),
  article('neutral'),
  article('positive', 'BTC', 2),
  article('neutral', 'AMZN', 3),
];

test('NEWS-01 bullish is positive, bearish is negative, and all is everything', () => {
  expect(newsOf('bullish').queryKey).toEqual(['news', 'sentiment=positive']);
  expect(newsOf('bearish').queryKey).toEqual(['news', 'sentiment=negative']);
  expect(newsOf('neutral').queryKey).toEqual(['news', 'sentiment=neutral']);
  expect(newsOf('all').queryKey).toEqual(['news']);
});

test('NEWS-01 most mentioned counts tickers only, ties by symbol', () => {
  expect(mostMentioned(ARTICLES, 2).map(({ symbol, count }) => `${symbol} ${count}`)).toEqual([
    'BTC 2',
    'AAPL 1',
  ]);
});

test('the last seven days are counted by sentiment, including empty days', () => {
  const at = (publishedAt: string, sentiment: NewsItem['sentiment']) =>
    ({ publishedAt, sentiment }) as NewsItem;
  const days = dailySentiment(
    [
      at('2026-11-20T15:00:00Z', 'positive'),
      at('2026-11-20T16:00:00Z', 'negative'),
      at('2026-11-14T16:00:00Z', 'neutral'),
      at('2026-11-13T16:00:00Z', 'neutral'),
    ],
    '2026-11-20',
  );
  expect(days).toHaveLength(7);
  expect(days[0]).toEqual({ day: '2026-11-14', count: 1, positive: 0, neutral: 1, negative: 0 });
  expect(days[3]?.count).toBe(0);
  expect(days[6]).toEqual({ day: '2026-11-20', count: 2, positive: 1, neutral: 0, negative: 1 });
});

test("articles are grouped by the day in the viewer's zone, newest first", () => {
  const at = (publishedAt: string) => ({ publishedAt }) as NewsItem;
  const groups = byDay(['2026-11-20T15:00:00Z', '2026-11-20T05:01:00Z', '2026-11-20T04:59:00Z'].map(at));
  expect(groups.map(({ day, articles }) => [day, articles.length])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ]);
});
