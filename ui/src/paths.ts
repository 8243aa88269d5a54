/**
 * All URLs of the interface. The server writes its base path (`/`, or for example `/deck/`) into `<meta name="marketdeck-base">`.
 */
export function basePath(page: Document = document): string {
  const written = page.querySelector('meta[name="marketdeck-base"]')?.getAttribute('content') ?? '/';
  return written.endsWith('/') ? written : `${written}/`;
}

/** Returns the URL of an API call: `apiUrl('tickers/trending')`. */
export function apiUrl(call: string): string {
  return `${basePath()}api/${call}`;
}

/** Returns the URL of the live feed: wss if the page was loaded by https (LIVE-01). */
export function liveUrl(at: Pick<Location, 'protocol' | 'host'> = location): string {
  return `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}${basePath()}ws`;
}

/** Paths of pages, relative to the base path, for router links. */
export const paths = {
  home: '/',
  // Browsers resolve '.' and '..' in paths, even if encoded.
  ticker: (symbol: string) =>
    /^\.{1,2}$/.test(symbol) ? '/not-found' : `/ticker/${encodeURIComponent(symbol)}`,
  tickerById: (id: number) => `/ticker-by-id/${id}`,
  board: (name: string) => `/board/${encodeURIComponent(name)}`,
  boardEditor: (name: string) => `/board/${encodeURIComponent(name)}?edit`,
  boards: '/boards',
  news: '/news',
  etfs: '/etfs',
  crypto: '/crypto',
  icos: '/icos',
  stockAnalysis: '/stock-analysis',
  etfScreener: '/etf-screener',
  cryptoTracker: '/crypto-tracker',
  heatmap: '/heatmap',
  icoCalendar: '/ico-calendar',
  earningsCalendar: '/earnings-calendar',
  dividendCalendar: '/dividend-calendar',
  economicCalendar: '/economic-calendar',
  alerts: '/premium-alerts',
  commodities: '/commodities',
  privacyPolicy: '/privacy-policy',
  termsOfUse: '/terms-of-use',
  settings: '/settings',
  alertChannels: '/settings?section=channels',
  sitemap: '/sitemap',
  status: '/status',
  watchlist: '/watchlist',
  notFound: '/not-found',
} as const;
