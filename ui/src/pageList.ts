import type { TickerType } from '~/api/types';
import { paths } from '~/paths';

export interface PageLink {
  label: string;
  to: string;
}

type FooterColumn = 'Products' | 'Resources' | 'Company';
export type SitemapGroup = 'Main Pages' | 'Market Data' | 'Cryptocurrency' | 'Premium Features';

/** A page, and every place that links to it. The order of a list is the order of the pages below. */
export interface PageEntry {
  path: string;
  /** Document title; a page that knows better sets its own. */
  title: string;
  /** What links call it; the title unless given. */
  label?: string;
  /** NAV-03: its word in the header, as the mobile menu groups them. */
  header?: { label: string; group: 'Markets' | 'Additional' };
  /** The header's 'More' menu and the mobile menu: pages without a link of their own in the header, by another word where one is given. */
  more?: true | string;
  /** NAV-04. */
  footer?: FooterColumn;
  /** NAV-05; every page with an address of its own has one. */
  sitemap?: SitemapGroup;
  /** Offered by the command palette before anything is typed. */
  search?: boolean;
  /** The header link that lights up for a page without one of its own. */
  section?: string;
}

/** Every page of the app (NAV-01). */
export const PAGES = [
  {
    path: paths.home,
    title: 'Home',
    header: { label: 'Home', group: 'Markets' },
    footer: 'Company',
    sitemap: 'Main Pages',
  },
  { path: '/ticker/:symbol', title: 'Ticker' },
  { path: '/ticker-by-id/:id', title: 'Ticker' },
  { path: '/board/:name', title: 'Board' },
  {
    path: paths.stockAnalysis,
    title: 'Stock Analysis',
    header: { label: 'Stocks', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.heatmap,
    title: 'Heatmap',
    more: true,
    sitemap: 'Market Data',
    search: true,
    section: paths.stockAnalysis,
  },
  {
    path: paths.etfs,
    title: 'ETF Overview',
    more: true,
    sitemap: 'Market Data',
    section: paths.etfScreener,
  },
  {
    path: paths.etfScreener,
    title: 'ETF Screener',
    header: { label: 'ETFs', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.crypto,
    title: 'Crypto Overview',
    more: true,
    sitemap: 'Cryptocurrency',
    section: paths.cryptoTracker,
  },
  {
    path: paths.cryptoTracker,
    title: 'Crypto Tracker',
    header: { label: 'Crypto', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Cryptocurrency',
    search: true,
  },
  {
    path: paths.commodities,
    title: 'Commodities',
    header: { label: 'Commodities', group: 'Markets' },
    footer: 'Products',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.icos,
    title: 'ICOs',
    label: 'ICO List',
    more: true,
    sitemap: 'Cryptocurrency',
    section: paths.icoCalendar,
  },
  {
    path: paths.news,
    title: 'Market News & Analysis',
    label: 'Market News',
    more: true,
    footer: 'Resources',
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.earningsCalendar,
    title: 'Earnings Calendar',
    more: 'Calendar',
    footer: 'Resources',
    sitemap: 'Market Data',
    search: true,
  },
  {
    path: paths.dividendCalendar,
    title: 'Dividend Calendar',
    sitemap: 'Market Data',
    search: true,
    section: paths.earningsCalendar,
  },
  {
    path: paths.economicCalendar,
    title: 'Economic Calendar',
    sitemap: 'Market Data',
    search: true,
    section: paths.earningsCalendar,
  },
  {
    path: paths.icoCalendar,
    title: 'ICO Calendar',
    header: { label: 'ICOs', group: 'Additional' },
    footer: 'Resources',
    sitemap: 'Cryptocurrency',
    search: true,
  },
  {
    path: paths.alerts,
    title: 'Premium Price Alerts',
    label: 'Alerts',
    more: true,
    footer: 'Resources',
    sitemap: 'Premium Features',
    search: true,
  },
  {
    path: paths.watchlist,
    title: 'My Watchlists',
    label: 'Watchlist',
    header: { label: 'Watchlist', group: 'Additional' },
    footer: 'Products',
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.boards,
    title: 'Boards',
    more: true,
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.status,
    title: 'Status',
    more: true,
    sitemap: 'Main Pages',
    search: true,
  },
  {
    path: paths.settings,
    title: 'Settings',
    more: true,
    footer: 'Company',
    sitemap: 'Main Pages',
    search: true,
  },
  { path: paths.privacyPolicy, title: 'Privacy Policy', footer: 'Company', sitemap: 'Main Pages' },
  { path: paths.termsOfUse, title: 'Terms of Use', footer: 'Company', sitemap: 'Main Pages' },
  { path: paths.sitemap, title: 'Sitemap', footer: 'Company', sitemap: 'Main Pages' },
  { path: paths.notFound, title: 'Page Not Found' },
  { path: '*', title: 'Page Not Found' },
] as const satisfies readonly PageEntry[];

/** The address of a page as the router spells it. */
export type PagePath = (typeof PAGES)[number]['path'];

const ALL: readonly PageEntry[] = PAGES;

const linkTo = (page: PageEntry): PageLink => ({ label: page.label ?? page.title, to: page.path });

/** NAV-03: the header's links of one group. */
export function headerLinks(group: 'Markets' | 'Additional'): PageLink[] {
  return ALL.flatMap(({ header, path }) =>
    header?.group === group ? [{ label: header.label, to: path }] : [],
  );
}

/** Pages that the header has no word for. */
export const MORE_LINKS: PageLink[] = ALL.filter(({ more }) => more).map((page) => ({
  ...linkTo(page),
  ...(typeof page.more === 'string' && { label: page.more }),
}));

/** Every page with figures or lists of its own: what the home page leads to. */
export const SECTION_LINKS: PageLink[] = ALL.filter(
  ({ header, more, path }) => (header || more) && path !== paths.home && path !== paths.settings,
).map(linkTo);

/** What the command palette offers before anything is typed. */
export const SEARCH_LINKS = ALL.filter(({ search }) => search).map((page) => ({
  ...linkTo(page),
  title: page.title,
}));

/** What it finds when something is typed: every page with an address of its own. */
export const PALETTE_LINKS = ALL.filter(({ sitemap }) => sitemap).map((page) => ({
  ...linkTo(page),
  title: page.title,
}));

/** NAV-05: the links of one group of the sitemap. */
export function sitemapLinks(group: SitemapGroup): PageLink[] {
  return ALL.filter(({ sitemap }) => sitemap === group).map(linkTo);
}

/** NAV-04: the footer's columns. 'Market Overview' is a second name, About and Contact stand in the footer itself. */
export const FOOTER_COLUMNS: { title: FooterColumn; links: PageLink[] }[] = [
  { title: 'Products', links: footerLinks('Products') },
  {
    title: 'Resources',
    links: [...footerLinks('Resources'), { label: 'Market Overview', to: paths.stockAnalysis }],
  },
  {
    title: 'Company',
    links: footerLinks('Company').toSpliced(
      1,
      0,
      { label: 'About Us', to: '#about' },
      { label: 'Contact', to: '#contact' },
    ),
  },
];

function footerLinks(column: FooterColumn): PageLink[] {
  return ALL.filter(({ footer }) => footer === column).map(linkTo);
}

/** The header link under which tickers of a type are found; an index opens the stock market. A pair of currencies has none: home. */
const OF_TYPE: Readonly<Record<TickerType, string>> = {
  index: paths.stockAnalysis,
  stock: paths.stockAnalysis,
  etf: paths.etfScreener,
  fund: paths.etfScreener,
  crypto: paths.cryptoTracker,
  commodity: paths.commodities,
  currency: paths.home,
  ico: paths.icoCalendar,
};

/** The header's link for tickers of a type: the breadcrumb of a ticker's page reads as the header does. */
export function sectionOfType(type: TickerType): PageLink {
  const to = OF_TYPE[type];
  return { label: ALL.find(({ path }) => path === to)?.header?.label ?? '', to };
}

/** The header link that a page without one of its own belongs to. */
export function sectionOfPage(path: string): string | undefined {
  return ALL.find((page) => page.path === path)?.section;
}
