import { paths } from '~/paths';

export interface PageLink {
  label: string;
  to: string;
}

/** NAV-03: the header's links, as the mobile menu groups them. */
export const MARKET_LINKS: PageLink[] = [
  { label: 'Home', to: paths.home },
  { label: 'Stocks', to: paths.stockAnalysis },
  { label: 'ETFs', to: paths.etfScreener },
  { label: 'Crypto', to: paths.cryptoTracker },
  { label: 'Commodities', to: paths.commodities },
];
export const ADDITIONAL_LINKS: PageLink[] = [
  { label: 'ICOs', to: paths.icoCalendar },
  { label: 'Watchlist', to: paths.watchlist },
];

/** NAV-04. About and Contact are anchors in the footer itself. */
export const FOOTER_COLUMNS: { title: string; links: PageLink[] }[] = [
  {
    title: 'Products',
    links: [
      { label: 'Stock Analysis', to: paths.stockAnalysis },
      { label: 'ETF Screener', to: paths.etfScreener },
      { label: 'Crypto Tracker', to: paths.cryptoTracker },
      { label: 'Commodities', to: paths.commodities },
      { label: 'Watchlist', to: paths.watchlist },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Market News', to: paths.news },
      { label: 'Earnings Calendar', to: paths.earningsCalendar },
      { label: 'ICO Calendar', to: paths.icoCalendar },
      { label: 'Alerts', to: paths.alerts },
      { label: 'Market Overview', to: paths.stockAnalysis },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'Home', to: paths.home },
      { label: 'About Us', to: '#about' },
      { label: 'Contact', to: '#contact' },
      { label: 'Privacy Policy', to: paths.privacyPolicy },
      { label: 'Terms of Use', to: paths.termsOfUse },
      { label: 'Sitemap', to: paths.sitemap },
    ],
  },
];
