/** Returns the base path, such as `/` or `/deck/`. The server writes it into `<meta name="marketdeck-base">`. */
export function basePath(page: Document = document): string {
  const base = page.querySelector('meta[name="marketdeck-base"]')?.getAttribute('content') ?? '/';
  return base.endsWith('/') ? base : `${base}/`;
}

/** Returns the URL of an API call: `apiUrl('tickers/trending')`. */
export function apiUrl(call: string): string {
  return `${basePath()}api/${call}`;
}

/** Returns the URL of the live feed; the scheme is wss if the page was loaded over https (LIVE-01). */
export function liveUrl(page: Pick<Location, 'protocol' | 'host'> = location): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${basePath()}ws`;
}

/** Paths of pages, relative to the base path, for router links. */
export const paths = {
  home: '/',
  // Browsers resolve '.' and '..' in paths, even if they are encoded, so no ticker page can have them.
  ticker: (symbol: string) =>
    /^\.{1,2}$/.test(symbol) ? '/not-found' : `/ticker/${encodeURIComponent(symbol)}`,
  tickerById: (id: number) => `/ticker-by-id/${id}`,
  board: (name: string) => `/board/${encodeURIComponent(name)}`,
  boardEditor: (name: string) => `/board/${encodeURIComponent(name)}?edit`,
  boards: '/boards',
  charts: '/charts',
  chartLayout: (name: string) => `/charts/${encodeURIComponent(name)}`,
  news: '/news',
  etfs: '/etfs',
  crypto: '/crypto',
  icos: '/icos',
  stockAnalysis: '/stock-analysis',
  screener: '/screener',
  etfScreener: '/etf-screener',
  cryptoTracker: '/crypto-tracker',
  heatmap: '/heatmap',
  holdings: '/holdings',
  icoCalendar: '/ico-calendar',
  earningsCalendar: '/earnings-calendar',
  dividendCalendar: '/dividend-calendar',
  economicCalendar: '/economic-calendar',
  alerts: '/premium-alerts',
  commodities: '/commodities',
  privacyPolicy: '/privacy-policy',
  termsOfUse: '/terms-of-use',
  settings: '/settings',
  setup: '/setup',
  serverSettings: '/settings?section=server',
  alertChannels: '/settings?section=channels',
  sitemap: '/sitemap',
  sources: '/sources',
  status: '/status',
  watchlist: '/watchlist',
  notFound: '/not-found',
} as const;
