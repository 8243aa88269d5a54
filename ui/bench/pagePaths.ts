/** One path of each page, relative to the server's base path. */
export const PAGE_PATHS = [
  '',
  'ticker/AAPL',
  'ticker/BTC',
  'ticker-by-id/1',
  'stock-analysis',
  'heatmap',
  'holdings',
  'etfs',
  'etf-screener',
  'crypto',
  'crypto-tracker',
  'commodities',
  'icos',
  'ico-calendar',
  'news',
  'earnings-calendar',
  'dividend-calendar',
  'economic-calendar',
  'premium-alerts',
  'watchlist',
  'boards',
  'board/main',
  'settings',
  'status',
  'sitemap',
  'privacy-policy',
  'terms-of-use',
  'not-found',
] as const;

/** Returns the paths to measure: all, or those in `PAGES`, separated by spaces; `/` is the home page. */
export const selectedPaths = (): readonly string[] =>
  process.env.PAGES ? process.env.PAGES.split(' ').map((path) => path.replace(/^\//, '')) : PAGE_PATHS;

/** Returns the median of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
