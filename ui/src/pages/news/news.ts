import { filteredNewsQuery, newsQuery } from '~/api/queries';
import type { NewsItem, Sentiment } from '~/api/types';
import { addDays, type Day, dayOf } from '~/market/day';

export type NewsFilter = 'all' | 'bullish' | 'neutral' | 'bearish';

const SENTIMENT: Record<Exclude<NewsFilter, 'all'>, Sentiment> = {
  bullish: 'positive',
  neutral: 'neutral',
  bearish: 'negative',
};

/** NEWS-01: the latest articles for a filter. */
export const newsOf = (filter: NewsFilter) =>
  filter === 'all' ? newsQuery : filteredNewsQuery({ sentiment: SENTIMENT[filter] });

/** Groups articles, newest first, by the day of publication in the viewer's zone. */
export function byDay(articles: readonly NewsItem[]): { day: Day; articles: NewsItem[] }[] {
  const groups: { day: Day; articles: NewsItem[] }[] = [];
  for (const article of articles) {
    const day = dayOf(article.publishedAt);
    const last = groups.at(-1);
    if (last?.day === day) last.articles.push(article);
    else groups.push({ day, articles: [article] });
  }
  return groups;
}

export interface Mention {
  tickerId: number;
  symbol: string;
  count: number;
}

/** The tickers mentioned most often, in that order; ties by symbol. */
export function mostMentioned(articles: readonly NewsItem[], max: number): Mention[] {
  const mentions = new Map<number, Mention>();
  for (const { tickerId, symbol } of articles) {
    if (tickerId === null || symbol === null) continue;
    const previousCount = mentions.get(tickerId)?.count ?? 0;
    mentions.set(tickerId, { tickerId, symbol, count: previousCount + 1 });
  }
  return [...mentions.values()]
    .sort((a, b) => b.count - a.count || a.symbol.localeCompare(b.symbol))
    .slice(0, max);
}

export type DailySentiment = { day: Day; count: number } & Record<Sentiment, number>;

/** The number of articles per sentiment on each of the last seven days in the viewer's zone, oldest first. */
export function dailySentiment(articles: readonly NewsItem[], today: Day): DailySentiment[] {
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index - 6));
  return days.map((day) => {
    const found = articles.filter(({ publishedAt }) => dayOf(publishedAt) === day);
    const countOf = (wanted: Sentiment) => found.filter(({ sentiment }) => sentiment === wanted).length;
    return {
      day,
      count: found.length,
      positive: countOf('positive'),
      neutral: countOf('neutral'),
      negative: countOf('negative'),
    };
  });
}
