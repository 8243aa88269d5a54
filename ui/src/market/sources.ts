import type { ProviderHealth } from '~/api/types';

const TITLES: Record<string, string> = {
  sample: 'Sample market',
  yahoo: 'Yahoo Finance',
  yahoo_facts: 'Yahoo company facts',
  yahoo_stream: 'Yahoo stream',
  coingecko: 'CoinGecko',
  cboe: 'Cboe',
  deutsche_boerse: 'Deutsche Börse',
  euronext: 'Euronext',
  cnbc: 'CNBC',
  binance: 'Binance',
  binance_stream: 'Binance stream',
  ecb: 'European Central Bank',
  treasury: 'US Treasury',
  bls: 'US Bureau of Labor Statistics',
  fed: 'Federal Reserve',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  alternative_me: 'alternative.me',
  cnn: 'CNN',
  nasdaq: 'Nasdaq',
  nasdaq_history: 'Nasdaq histories',
  nasdaq_quotes: 'Nasdaq quotes',
  nasdaq_screener: 'Nasdaq list of stocks',
  rss: 'News feeds',
  finnhub: 'Finnhub',
  finnhub_stream: 'Finnhub stream',
  twelve_data: 'Twelve Data',
  defillama: 'DefiLlama',
  logos: 'Logos',
  sec: 'SEC EDGAR',
  openfigi: 'OpenFIGI',
  marketdeck: 'Marketdeck',
  import: 'Import folder',
  sources: 'Your own sources',
};

/** Returns the display name of a source; for an unknown source, its configured name. */
export const sourceTitle = (name: string): string => TITLES[name] ?? name;

/** 'Nov 20, 2026, from Cboe': the time of a chart point from a different source than the rest. */
export const withSource = (time: string, source: string | undefined): string =>
  source ? `${time}, from ${sourceTitle(source)}` : time;

/** Returns true if a source supplies one of these kinds of data, optionally for a ticker type. */
export const supplies = ({ feeds }: ProviderHealth, kinds: readonly string[], tickerType?: string): boolean =>
  feeds.some(
    (feed) => kinds.includes(feed.what) && (!tickerType || feed.kinds.some((each) => each === tickerType)),
  );
