import type { ProviderHealth, TickerStatus } from '~/api/types';

/** Labels for the data kinds that the server reports. */
const DATA_LABELS: Record<string, string> = {
  quotes: 'prices',
  ticks: 'live prices',
  bars: 'histories',
  dividends: 'dividends',
  fear_greed: 'Fear & Greed',
  earnings: 'earnings',
  news: 'news',
  yields: 'Treasury yields',
  fundamentals: 'financial reports and filings',
  identifiers: 'symbols by ISIN, WKN, CUSIP and FIGI',
};
const KINDS: Record<string, string> = {
  stock: 'stocks',
  etf: 'ETFs',
  fund: 'funds',
  crypto: 'crypto',
  commodity: 'commodities',
  index: 'indices',
  currency: 'currencies',
};
/** Sources whose data is not listed by the server. */
const ANYTHING: Record<string, string> = {
  import: 'Files in the import folder',
  marketdeck: 'Stock sentiment, calculated from stored prices',
};
/** Returns true if a source reads local data only. */
export const asksNobody = (name: string): boolean => name in ANYTHING;
/** A source with more kinds than this is general, so they are not listed. */
const FEW_KINDS = 2;

/** 'Prices, histories, dividends', 'Live prices of crypto': the data that a source provides. */
export function feedsText({ name, feeds }: Pick<ProviderHealth, 'name' | 'feeds'>): string | undefined {
  if (feeds.length === 0) return ANYTHING[name];
  const what = [...new Set(feeds.map((feed) => DATA_LABELS[feed.what] ?? feed.what.replaceAll('_', ' ')))];
  const kinds = [...new Set(feeds.flatMap((feed) => feed.kinds))];
  const listed = what.join(', ');
  const of = kinds.length > 0 && kinds.length <= FEW_KINDS;
  const text = of ? `${listed} of ${kinds.map((kind) => KINDS[kind] ?? kind).join(' and ')}` : listed;
  return text[0]?.toUpperCase() + text.slice(1);
}

/** The same, plus the number of tickers whose latest price is from it. */
export function feedsOf(
  source: Pick<ProviderHealth, 'name' | 'feeds'>,
  tickers: readonly TickerStatus[],
): string {
  const priced = tickers.filter((ticker) => ticker.source === source.name).length;
  const of = priced === 1 ? '1 ticker' : `${priced} tickers`;
  const feeds = feedsText(source);
  if (!feeds) return priced ? `Prices of ${of}` : '—';
  return priced ? `${feeds}; used for ${of}` : feeds;
}
