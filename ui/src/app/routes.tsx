import type { ComponentType } from 'react';

export interface PageRoute {
  path: string;
  /** Document title; a page that knows better sets its own. */
  title: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page of the app (NAV-01). A page is one line here and a folder in `pages/`. */
export const pages: PageRoute[] = [
  { path: '/', title: 'Home', load: () => import('~/pages/home/HomePage') },
  { path: '/ticker/:symbol', title: 'Ticker', load: () => import('~/pages/ticker/TickerPage') },
  { path: '/ticker-by-id/:id', title: 'Ticker', load: () => import('~/pages/ticker-by-id/TickerByIdPage') },
  { path: '/news', title: 'Market News & Analysis', load: () => import('~/pages/news/NewsPage') },
  { path: '/etfs', title: 'ETF Overview', load: () => import('~/pages/etfs/EtfsPage') },
  { path: '/crypto', title: 'Crypto Overview', load: () => import('~/pages/crypto/CryptoPage') },
  { path: '/commodities', title: 'Commodities', load: () => import('~/pages/commodities/CommoditiesPage') },
  {
    path: '/premium-alerts',
    title: 'Premium Price Alerts',
    load: () => import('~/pages/premium-alerts/AlertsPage'),
  },
  {
    path: '/stock-analysis',
    title: 'Stock Analysis',
    load: () => import('~/pages/stock-analysis/StockAnalysisPage'),
  },
  {
    path: '/crypto-tracker',
    title: 'Crypto Tracker',
    load: () => import('~/pages/crypto-tracker/CryptoTrackerPage'),
  },
  { path: '/watchlist', title: 'My Watchlists', load: () => import('~/pages/watchlist/WatchlistPage') },
  { path: '/icos', title: 'ICOs', load: () => import('~/pages/icos/IcosPage') },
  {
    path: '/ico-calendar',
    title: 'ICO Calendar',
    load: () => import('~/pages/ico-calendar/IcoCalendarPage'),
  },
  {
    path: '/earnings-calendar',
    title: 'Earnings Calendar',
    load: () => import('~/pages/earnings-calendar/EarningsCalendarPage'),
  },
  {
    path: '/etf-screener',
    title: 'ETF Screener',
    load: () => import('~/pages/etf-screener/EtfScreenerPage'),
  },
  { path: '/sitemap', title: 'Sitemap', load: () => import('~/pages/sitemap/SitemapPage') },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    load: () => import('~/pages/privacy-policy/PrivacyPolicyPage'),
  },
  { path: '/terms-of-use', title: 'Terms of Use', load: () => import('~/pages/terms-of-use/TermsOfUsePage') },
  { path: '/not-found', title: 'Page Not Found', load: () => import('~/pages/not-found/NotFoundPage') },
  { path: '*', title: 'Page Not Found', load: () => import('~/pages/not-found/NotFoundPage') },
];
