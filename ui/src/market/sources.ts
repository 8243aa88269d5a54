import type { ProviderHealth } from '~/api/types';

const TITLES: Record<string, string> = {
  sample: 'Sample market',
  yahoo: 'Yahoo Finance',
  yahoo_facts: 'Yahoo company facts',
  yahoo_stream: 'Yahoo stream',
  coingecko: 'CoinGecko',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  alternative_me: 'alternative.me',
  cnn: 'CNN',
  nasdaq: 'Nasdaq',
  rss: 'News feeds',
  finnhub: 'Finnhub',
  finnhub_stream: 'Finnhub stream',
  twelve_data: 'Twelve Data',
  defillama: 'DefiLlama',
  logos: 'Logos',
  marketdeck: 'Marketdeck',
  import: 'Import folder',
  sources: 'Your own sources',
};

/** The name of a source; an unknown one shows as configured. */
export const sourceTitle = (name: string): string => TITLES[name] ?? name;

/** Returns true if a source provides a kind of data, optionally for one ticker type. */
export const supplies = ({ feeds }: ProviderHealth, what: readonly string[], kind?: string): boolean =>
  feeds.some((feed) => what.includes(feed.what) && (!kind || feed.kinds.some((each) => each === kind)));
