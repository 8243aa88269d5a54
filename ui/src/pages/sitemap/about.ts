import { paths } from '~/paths';

/** A short description of each page. */
export const ABOUT: Readonly<Record<string, string>> = {
  [paths.home]: 'Markets at a glance',
  [paths.news]: 'Articles with their sentiment',
  [paths.watchlist]: 'Your lists, with notes',
  [paths.boards]: 'Dashboards for wall displays',
  [paths.status]: 'Sources, storage and health',
  [paths.sources]: 'Each figure, its sources and terms',
  [paths.settings]: 'Appearance, channels, data, access',
  [paths.privacyPolicy]: 'What is stored, and where',
  [paths.termsOfUse]: 'What you agree to',
  [paths.sitemap]: 'This page',
  [paths.stockAnalysis]: 'Indices, sectors, performers',
  [paths.heatmap]: 'A whole market by size and change',
  [paths.etfs]: 'Funds, basics and news',
  [paths.screener]: 'Filter by growth, valuation, momentum',
  [paths.etfScreener]: 'Filter by size, cost and category',
  [paths.commodities]: 'Energy, metals, agriculture',
  [paths.earningsCalendar]: 'Reports, estimates, surprises',
  [paths.dividendCalendar]: 'Ex-dividend dates and yields',
  [paths.economicCalendar]: 'US statistics and rate decisions',
  [paths.crypto]: 'Coins, basics and news',
  [paths.cryptoTracker]: 'Ranking, trends, DeFi',
  [paths.icos]: 'Every token sale as a card',
  [paths.icoCalendar]: 'Token sales by start date',
  [paths.alerts]: 'Price, volume, news, technicals',
};
