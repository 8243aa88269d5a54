import { type PageLink, sitemapLinks } from '~/links';
import { paths } from '~/paths';

export interface LinkGroup {
  title: string;
  /** `symbol`: the ticker of a ticker link. */
  links: readonly (PageLink & { symbol?: string })[];
}

const TITLES = ['Main Pages', 'Market Data', 'Cryptocurrency', 'Premium Features'] as const;

/** NAV-05: every page of the app, once. */
export const GROUPS: readonly LinkGroup[] = TITLES.map((title) => ({ title, links: sitemapLinks(title) }));

const tickers = (entries: Record<string, string>): LinkGroup['links'] =>
  Object.entries(entries).map(([symbol, name]) => ({
    label: `${name} (${symbol})`,
    to: paths.ticker(symbol),
    symbol,
  }));

/** NAV-05: the nineteen tickers that the sitemap links to, by symbol. */
const POPULAR: Readonly<Record<'Stocks' | 'Cryptocurrencies' | 'Commodities', Record<string, string>>> = {
  Stocks: {
    AAPL: 'Apple',
    MSFT: 'Microsoft',
    AMZN: 'Amazon',
    GOOGL: 'Alphabet',
    META: 'Meta Platforms',
    TSLA: 'Tesla',
    NVDA: 'NVIDIA',
    JPM: 'JPMorgan Chase',
    JNJ: 'Johnson & Johnson',
  },
  Cryptocurrencies: {
    BTC: 'Bitcoin',
    ETH: 'Ethereum',
    SOL: 'Solana',
    ADA: 'Cardano',
    DOT: 'Polkadot',
    DOGE: 'Dogecoin',
  },
  Commodities: { 'GC=F': 'Gold', 'SI=F': 'Silver', 'CL=F': 'Crude Oil', 'NG=F': 'Natural Gas' },
};

export const POPULAR_SYMBOLS: readonly string[] = Object.values(POPULAR).flatMap(Object.keys);

/** The ticker links below the pages. */
export const POPULAR_GROUPS: readonly LinkGroup[] = Object.entries(POPULAR).map(([kind, entries]) => ({
  title: `Popular ${kind}`,
  links: tickers(entries),
}));
