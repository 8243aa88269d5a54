import type { NewsItem, TickerDetail } from '~/api/types';

/** The day's change of a ticker, a sector or the market, in percent. */
export interface DayMove {
  name: string;
  change: number;
}

/** Changes that differ by less than this many percentage points are in line. */
const IN_LINE_POINTS = 0.25;
const DAY = 24 * 60 * 60 * 1000;

/** Compares the day's change of a ticker with its sector's or an index's: 'Up more than Technology', 'In line with the S&P 500'. */
export function comparisonText(own: number, { name: title, change }: DayMove): string {
  const name = /^(S&P|NASDAQ)/i.test(title) ? `the ${title}` : title;
  const direction = (value: number) => (value > 0 ? 'Up' : value < 0 ? 'Down' : 'Unchanged');
  if (Math.abs(own - change) < IN_LINE_POINTS) return `In line with ${name}`;
  if (own * change < 0) return `${direction(own)} while ${name} is ${direction(change).toLowerCase()}`;
  if (own === 0) return `Unchanged while ${name} is ${direction(change).toLowerCase()}`;
  return `${direction(own)} ${Math.abs(own) > Math.abs(change) ? 'more' : 'less'} than ${name}`;
}

type QuoteLevels = Pick<
  TickerDetail,
  'price' | 'previousClose' | 'dayHigh' | 'dayLow' | 'yearHigh' | 'yearLow' | 'average50d' | 'average200d'
>;

/** Returns the levels that the price reached or crossed since the previous close: 'Rose above its 50-day average'. */
export function crossedLevels(quote: QuoteLevels): string[] {
  const { price, previousClose, dayHigh, dayLow, yearHigh, yearLow } = quote;
  if (price === null) return [];
  const crossed = (name: string, level: number | null) => {
    if (level === null || previousClose === null) return [];
    if (previousClose < level && price >= level) return [`Rose above its ${name}`];
    if (previousClose > level && price <= level) return [`Fell below its ${name}`];
    return [];
  };
  // The 52-week range may already include today's high and low.
  const isHigh = yearHigh !== null && Math.max(price, dayHigh ?? price) >= yearHigh;
  const isLow = yearLow !== null && Math.min(price, dayLow ?? price) <= yearLow;
  return [
    ...(isHigh && !isLow ? ['Highest price in 52 weeks'] : []),
    ...(isLow && !isHigh ? ['Lowest price in 52 weeks'] : []),
    ...crossed('200-day average', quote.average200d),
    ...crossed('50-day average', quote.average50d),
  ];
}

/** Returns the articles of the 24 hours before the last price, and those since, newest first. */
export function newsOfDay<T extends Pick<NewsItem, 'publishedAt'>>(
  articles: readonly T[],
  pricedAt: string | null,
): T[] {
  if (pricedAt === null) return [];
  const start = Date.parse(pricedAt) - DAY;
  return articles
    .filter(({ publishedAt }) => Date.parse(publishedAt) >= start)
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}
