import {
  alertChannelsQuery,
  alertDeliveriesQuery,
  alertHistoryQuery,
  alertsQuery,
  boardsQuery,
  breadthQuery,
  chartLayoutsQuery,
  commoditiesQuery,
  configQuery,
  type DeclaredQuery,
  dividendCalendarQuery,
  earningsQuery,
  economyQuery,
  etfsQuery,
  exchangeSessionsQuery,
  fearGreedQuery,
  holdingsOfTickerQuery,
  holdingsQuery,
  icosQuery,
  newsOfTypesQuery,
  newsQuery,
  overviewQuery,
  screensQuery,
  sessionLineBySymbolQuery,
  settingsQuery,
  sourcesQuery,
  statusQuery,
  tickerByIdQuery,
  tickerQuery,
  tickersQuery,
  trendingQuery,
  watchlistsQuery,
} from '~/api/queries';
import { MARKETS_TODAY, SP500, SP500_ID } from '~/market/marketTickers';
import { paths } from '~/paths';

type FooterColumn = 'Products' | 'Resources' | 'Company';
export type SitemapGroup = 'Main Pages' | 'Market Data' | 'Cryptocurrency' | 'Premium Features';

/** A page: its path, its code, its first API calls, and where it is linked. */
export interface Route {
  /** Path pattern: `/ticker/:symbol`. */
  path: string;
  /** Document title; the page may set a more specific one. */
  title: string;
  /** The file that exports the page's component, below `src/pages` and without its extension. */
  page: string;
  /**
   * The page's first API calls, most important first; `parameter` is the value of the path's parameter. The server includes their
   * responses in the page. Queries that run only after a click or a scroll do not belong here.
   */
  queries?: (parameter: string) => readonly DeclaredQuery[];
  /** Text of links; the title by default. */
  label?: string;
  /** NAV-03: the page's link in the header, and its group in the mobile menu. */
  header?: { label: string; group: 'Markets' | 'Additional' };
  /** Listed in the header's 'More' menu and the mobile menu; a string replaces the label. */
  more?: true | string;
  /** NAV-04: the column of the footer that links to the page. */
  footer?: FooterColumn;
  /** NAV-05: the page's group in the sitemap; every page without a path parameter has one. */
  sitemap?: SitemapGroup;
  /** The letter that opens the page after G. 'o' is left to GOOG. */
  key?: string;
  /** Listed in the command palette without a search text. */
  search?: boolean;
  /** The header link that is highlighted for a page without its own header link. */
  section?: string;
}

/** All pages of the app (NAV-01). Lists of links have this order. */
export const ROUTES: readonly Route[] = [
  {
    path: paths.home,
    title: 'Home',
    page: 'home/HomePage',
    key: 'h',
    queries: () => [
      trendingQuery,
      fearGreedQuery,
      tickerQuery(SP500),
      ...MARKETS_TODAY.map(({ symbol }) => sessionLineBySymbolQuery(symbol)),
      earningsQuery,
      alertsQuery,
      watchlistsQuery,
      holdingsQuery(),
    ],
    header: { label: 'Home', group: 'Markets' },
    footer: 'Company',
    sitemap: 'Main Pages',
  },
  {
    path: '/ticker/:symbol',
    title: 'Ticker',
    page: 'ticker/TickerPage',
    queries: (symbol) => [tickerQuery(symbol), holdingsOfTickerQuery(symbol)],
  },
  {
    path: '/ticker-by-id/:id',
    title: 'Ticker',
    page: 'ticker-by-id/TickerByIdPage',
    queries: (id) => [tickerByIdQuery(id)],
  },
  { path: '/board/:name', title: 'Board', page: 'board/BoardPage', queries: () => [boardsQuery] },
  {
    path: paths.stockAnalysis,
    title: 'Stock Analysis',
    page: 'stock-analysis/StockAnalysisPage',
    key: 's',
    queries: () => [tickersQuery('stock'), tickersQuery('index'), tickerByIdQuery(SP500_ID)],
    header: { label: 'Stocks', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.heatmap,
    title: 'Heatmap',
    page: 'heatmap/HeatmapPage',
    key: 'm',
    queries: () => [tickersQuery('stock')],
    more: true,
    sitemap: 'Market Data',
    search: true,
    section: paths.stockAnalysis,
  },
  {
    path: paths.screener,
    title: 'Stock Screener',
    page: 'screener/ScreenerPage',
    queries: () => [screensQuery, watchlistsQuery],
    more: true,
    sitemap: 'Market Data',
    search: true,
    section: paths.stockAnalysis,
  },
  {
    path: paths.etfs,
    title: 'ETF Overview',
    page: 'etfs/EtfsPage',
    queries: () => [etfsQuery, trendingQuery, newsOfTypesQuery('etf,none')],
    more: true,
    sitemap: 'Market Data',
    section: paths.etfScreener,
  },
  {
    path: paths.etfScreener,
    title: 'ETF Screener',
    page: 'etf-screener/EtfScreenerPage',
    key: 'e',
    queries: () => [etfsQuery],
    header: { label: 'ETFs', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.crypto,
    title: 'Crypto Overview',
    page: 'crypto/CryptoPage',
    queries: () => [tickersQuery('crypto'), fearGreedQuery, newsOfTypesQuery('crypto')],
    more: true,
    sitemap: 'Cryptocurrency',
    section: paths.cryptoTracker,
  },
  {
    path: paths.cryptoTracker,
    title: 'Crypto Tracker',
    page: 'crypto-tracker/CryptoTrackerPage',
    key: 'c',
    queries: () => [tickersQuery('crypto')],
    header: { label: 'Crypto', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Cryptocurrency',
    search: true,
  },
  {
    path: paths.commodities,
    title: 'Commodities',
    page: 'commodities/CommoditiesPage',
    queries: () => [commoditiesQuery],
    header: { label: 'Commodities', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.icos,
    title: 'ICOs',
    page: 'icos/IcosPage',
    queries: () => [icosQuery],
    label: 'ICO List',
    more: true,
    sitemap: 'Cryptocurrency',
    section: paths.icoCalendar,
  },
  {
    path: paths.news,
    title: 'Market News & Analysis',
    page: 'news/NewsPage',
    key: 'n',
    queries: () => [newsQuery],
    label: 'Market News',
    more: true,
    footer: 'Resources',
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.earningsCalendar,
    title: 'Earnings Calendar',
    page: 'earnings-calendar/EarningsCalendarPage',
    queries: () => [earningsQuery, watchlistsQuery],
    more: 'Calendar',
    footer: 'Resources',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.dividendCalendar,
    title: 'Dividend Calendar',
    page: 'dividend-calendar/DividendCalendarPage',
    queries: () => [dividendCalendarQuery, watchlistsQuery],
    sitemap: 'Market Data',
    search: true,
    section: paths.earningsCalendar,
  },
  {
    path: paths.economicCalendar,
    title: 'Economic Calendar',
    page: 'economic-calendar/EconomicCalendarPage',
    queries: () => [economyQuery],
    sitemap: 'Market Data',
    search: true,
    section: paths.earningsCalendar,
  },
  {
    path: paths.icoCalendar,
    title: 'ICO Calendar',
    page: 'ico-calendar/IcoCalendarPage',
    queries: () => [icosQuery],
    header: { label: 'ICOs', group: 'Additional' },
    footer: 'Resources',
    sitemap: 'Cryptocurrency',
    search: true,
  },
  {
    path: paths.alerts,
    title: 'Premium Price Alerts',
    page: 'premium-alerts/AlertsPage',
    key: 'a',
    queries: () => [alertsQuery, watchlistsQuery, alertDeliveriesQuery()],
    label: 'Alerts',
    more: true,
    footer: 'Resources',
    sitemap: 'Premium Features',
    search: true,
  },
  {
    path: paths.watchlist,
    title: 'My Watchlists',
    page: 'watchlist/WatchlistPage',
    key: 'w',
    queries: () => [watchlistsQuery],
    label: 'Watchlist',
    header: { label: 'Watchlist', group: 'Additional' },
    footer: 'Products',
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.holdings,
    title: 'Holdings',
    page: 'holdings/HoldingsPage',
    key: 'p',
    queries: () => [holdingsQuery(), watchlistsQuery],
    more: true,
    sitemap: 'Main Pages',
    search: true,
    section: paths.watchlist,
  },
  {
    path: paths.boards,
    title: 'Boards',
    page: 'board/BoardsPage',
    key: 'b',
    queries: () => [boardsQuery],
    more: true,
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.charts,
    title: 'Charts',
    page: 'charts/ChartsPage',
    key: 'l',
    queries: () => [watchlistsQuery, tickerQuery(SP500), chartLayoutsQuery],
    more: true,
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: '/charts/:name',
    title: 'Charts',
    page: 'charts/ChartsPage',
    queries: () => [chartLayoutsQuery],
  },
  {
    path: paths.status,
    title: 'Status',
    page: 'status/StatusPage',
    queries: () => [statusQuery],
    more: true,
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.sources,
    title: 'Where the Numbers Come From',
    page: 'sources/SourcesPage',
    queries: () => [sourcesQuery],
    label: 'Data Sources',
    sitemap: 'Main Pages',
    search: true,
    section: paths.status,
  },
  {
    path: paths.settings,
    title: 'Settings',
    page: 'settings/SettingsPage',
    queries: () => [tickersQuery('currency'), watchlistsQuery],
    more: true,
    footer: 'Company',
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.setup,
    title: 'Set Up Marketdeck',
    page: 'setup/SetupPage',
    label: 'Setup',
    sitemap: 'Main Pages',
    search: true,
    section: paths.settings,
  },
  {
    path: paths.privacyPolicy,
    title: 'Privacy Policy',
    page: 'privacy-policy/PrivacyPolicyPage',
    footer: 'Company',
    sitemap: 'Main Pages',
  },
  {
    path: paths.termsOfUse,
    title: 'Terms of Use',
    page: 'terms-of-use/TermsOfUsePage',
    footer: 'Company',
    sitemap: 'Main Pages',
  },
  {
    path: paths.sitemap,
    title: 'Sitemap',
    page: 'sitemap/SitemapPage',
    footer: 'Company',
    sitemap: 'Main Pages',
  },
  { path: paths.notFound, title: 'Page Not Found', page: 'not-found/NotFoundPage' },
  { path: '*', title: 'Page Not Found', page: 'not-found/NotFoundPage' },
];

/** API calls of the shell, on every page. */
export const SHELL_QUERIES: readonly DeclaredQuery[] = [
  configQuery,
  settingsQuery,
  exchangeSessionsQuery,
  overviewQuery,
  breadthQuery,
  alertChannelsQuery,
  alertHistoryQuery,
];
