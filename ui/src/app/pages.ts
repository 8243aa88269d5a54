import type { ComponentType } from 'react';
import { PAGES, type PagePath } from '~/pageList';

type Load = () => Promise<{ default: ComponentType }>;

/** The code of every page, fetched when it is opened. A page without code does not compile. */
const CODE: Record<PagePath, Load> = {
  '/': () => import('~/pages/home/HomePage'),
  '/ticker/:symbol': () => import('~/pages/ticker/TickerPage'),
  '/ticker-by-id/:id': () => import('~/pages/ticker-by-id/TickerByIdPage'),
  '/board/:name': () => import('~/pages/board/BoardPage'),
  '/boards': () => import('~/pages/board/BoardsPage'),
  '/news': () => import('~/pages/news/NewsPage'),
  '/etfs': () => import('~/pages/etfs/EtfsPage'),
  '/crypto': () => import('~/pages/crypto/CryptoPage'),
  '/commodities': () => import('~/pages/commodities/CommoditiesPage'),
  '/premium-alerts': () => import('~/pages/premium-alerts/AlertsPage'),
  '/stock-analysis': () => import('~/pages/stock-analysis/StockAnalysisPage'),
  '/heatmap': () => import('~/pages/heatmap/HeatmapPage'),
  '/crypto-tracker': () => import('~/pages/crypto-tracker/CryptoTrackerPage'),
  '/watchlist': () => import('~/pages/watchlist/WatchlistPage'),
  '/icos': () => import('~/pages/icos/IcosPage'),
  '/ico-calendar': () => import('~/pages/ico-calendar/IcoCalendarPage'),
  '/earnings-calendar': () => import('~/pages/earnings-calendar/EarningsCalendarPage'),
  '/dividend-calendar': () => import('~/pages/dividend-calendar/DividendCalendarPage'),
  '/economic-calendar': () => import('~/pages/economic-calendar/EconomicCalendarPage'),
  '/etf-screener': () => import('~/pages/etf-screener/EtfScreenerPage'),
  '/status': () => import('~/pages/status/StatusPage'),
  '/settings': () => import('~/pages/settings/SettingsPage'),
  '/sitemap': () => import('~/pages/sitemap/SitemapPage'),
  '/privacy-policy': () => import('~/pages/privacy-policy/PrivacyPolicyPage'),
  '/terms-of-use': () => import('~/pages/terms-of-use/TermsOfUsePage'),
  '/not-found': () => import('~/pages/not-found/NotFoundPage'),
  '*': () => import('~/pages/not-found/NotFoundPage'),
};

export interface PageRoute {
  path: PagePath;
  title: string;
  load: Load;
}

/** Every route of the app: the pages of the page list with their code. */
export const pages: PageRoute[] = PAGES.map(({ path, title }) => ({ path, title, load: CODE[path] }));
