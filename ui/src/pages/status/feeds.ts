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
/** Sources that send no requests; the server does not list their data. */
const LOCAL_SOURCES: Record<string, string> = {
  import: 'Files in the import folder',
  marketdeck: 'Stock sentiment, calculated from stored prices',
};
/** Returns true if a source uses only local data. */
export const isLocal = (name: string): boolean => name in LOCAL_SOURCES;
/** A source with more kinds than this is general, so they are not listed. */
const FEW_KINDS = 2;

/** 'Prices, histories, dividends', 'Live prices of crypto': the data that a source provides. */
export function feedsText({ name, feeds }: Pick<ProviderHealth, 'name' | 'feeds'>): string | undefined {
  if (feeds.length === 0) return LOCAL_SOURCES[name];
  const what = [...new Set(feeds.map((feed) => DATA_LABELS[feed.what] ?? feed.what.replaceAll('_', ' ')))];
  const kinds = [...new Set(feeds.flatMap((feed) => feed.kinds))];
  const listed = what.join(', ');
  const listsKinds = kinds.length > 0 && kinds.length <= FEW_KINDS;
  const text = listsKinds ? `${listed} of ${kinds.map((kind) => KINDS[kind] ?? kind).join(' and ')}` : listed;
  return text[0]?.toUpperCase() + text.slice(1);
}

/** The data that a source provides, and the number of tickers whose latest price is from it. */
export function feedsOf(
  source: Pick<ProviderHealth, 'name' | 'feeds'>,
  tickers: readonly TickerStatus[],
): string {
  const priced = tickers.filter((ticker) => ticker.source === source.name).length;
  const tickersText = priced === 1 ? '1 ticker' : `${priced} tickers`;
  const feeds = feedsText(source);
  if (!feeds) return priced ? `Prices of ${tickersText}` : '—';
  return priced ? `${feeds}; used for ${tickersText}` : feeds;
}
