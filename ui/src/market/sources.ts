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

/** What a source is called; one that is not known here shows as it is configured. */
export const sourceTitle = (name: string): string => TITLES[name] ?? name;

/** Whether a source brings something, for a kind of ticker where one is given. */
export const brings = ({ feeds }: ProviderHealth, what: readonly string[], kind?: string): boolean =>
  feeds.some((feed) => what.includes(feed.what) && (!kind || feed.kinds.some((each) => each === kind)));
