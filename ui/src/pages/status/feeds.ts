import type { ProviderHealth, TickerStatus } from '~/api/types';

/** What sources bring, as the server names it, in the words of the interface. */
const WHAT: Record<string, string> = {
  quotes: 'prices',
  ticks: 'live prices',
  bars: 'histories',
  dividends: 'dividends',
  fear_greed: 'Fear & Greed',
  earnings: 'earnings',
  news: 'news',
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
/** These bring whatever a person or the store has: the server has no list of it. */
const ANYTHING: Record<string, string> = {
  import: 'Files in the import folder',
  marketdeck: 'Share sentiment, from stored prices',
};
/** Whether a source reads what is here already. */
export const asksNobody = (name: string): boolean => name in ANYTHING;
/** Of more kinds than these a source is general: naming them would say nothing. */
const FEW_KINDS = 2;

/** 'Prices, histories, dividends', 'Live prices of crypto': what the server says that a source brings. */
export function feedsText({ name, feeds }: Pick<ProviderHealth, 'name' | 'feeds'>): string | undefined {
  if (feeds.length === 0) return ANYTHING[name];
  const what = [...new Set(feeds.map((feed) => WHAT[feed.what] ?? feed.what.replaceAll('_', ' ')))];
  const kinds = [...new Set(feeds.flatMap((feed) => feed.kinds))];
  const listed = what.join(', ');
  const of = kinds.length > 0 && kinds.length <= FEW_KINDS;
  const text = of ? `${listed} of ${kinds.map((kind) => KINDS[kind] ?? kind).join(' and ')}` : listed;
  return text[0]?.toUpperCase() + text.slice(1);
}

/** The same, with how many tickers have their newest price from it. */
export function feedsOf(
  source: Pick<ProviderHealth, 'name' | 'feeds'>,
  tickers: readonly TickerStatus[],
): string {
  const priced = tickers.filter((ticker) => ticker.source === source.name).length;
  const of = priced === 1 ? '1 ticker' : `${priced} tickers`;
  const feeds = feedsText(source);
  if (!feeds) return priced ? `Prices of ${of}` : '—';
  return priced ? `${feeds}; ${of} now` : feeds;
}
