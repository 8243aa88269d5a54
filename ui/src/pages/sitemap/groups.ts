import { paths } from '~/paths';

export interface SitemapLink {
  label: string;
  to: string;
}
export interface SitemapGroup {
  title: string;
  links: readonly SitemapLink[];
}

/** NAV-05: every page of the app, once. */
export const GROUPS: readonly SitemapGroup[] = [
  {
    title: 'Main Pages',
    links: [
      { label: 'Home', to: paths.home },
      { label: 'Market News', to: paths.news },
      { label: 'Watchlist', to: paths.watchlist },
      { label: 'Privacy Policy', to: paths.privacyPolicy },
      { label: 'Terms of Use', to: paths.termsOfUse },
      { label: 'Sitemap', to: paths.sitemap },
    ],
  },
  {
    title: 'Market Data',
    links: [
      { label: 'Stock Analysis', to: paths.stockAnalysis },
      { label: 'ETF Overview', to: paths.etfs },
      { label: 'ETF Screener', to: paths.etfScreener },
      { label: 'Commodities', to: paths.commodities },
      { label: 'Earnings Calendar', to: paths.earningsCalendar },
    ],
  },
  {
    title: 'Cryptocurrency',
    links: [
      { label: 'Crypto Overview', to: paths.crypto },
      { label: 'Crypto Tracker', to: paths.cryptoTracker },
      { label: 'ICO List', to: paths.icos },
      { label: 'ICO Calendar', to: paths.icoCalendar },
    ],
  },
  { title: 'Premium Features', links: [{ label: 'Price Alerts', to: paths.alerts }] },
];

const tickers = (entries: Record<string, string>): SitemapLink[] =>
  Object.entries(entries).map(([symbol, name]) => ({
    label: `${name} (${symbol})`,
    to: paths.ticker(symbol),
  }));

/** NAV-05: the nineteen tickers named there. */
export const POPULAR: readonly SitemapGroup[] = [
  {
    title: 'Popular Stocks',
    links: tickers({
      AAPL: 'Apple',
      MSFT: 'Microsoft',
      AMZN: 'Amazon',
      GOOGL: 'Alphabet',
      META: 'Meta Platforms',
      TSLA: 'Tesla',
      NVDA: 'NVIDIA',
      JPM: 'JPMorgan Chase',
      JNJ: 'Johnson & Johnson',
    }),
  },
  {
    title: 'Popular Cryptocurrencies',
    links: tickers({
      BTC: 'Bitcoin',
      ETH: 'Ethereum',
      SOL: 'Solana',
      ADA: 'Cardano',
      DOT: 'Polkadot',
      DOGE: 'Dogecoin',
    }),
  },
  {
    title: 'Popular Commodities',
    links: tickers({ 'GC=F': 'Gold', 'SI=F': 'Silver', 'CL=F': 'Crude Oil', 'NG=F': 'Natural Gas' }),
  },
];
