import type { TickerType } from '~/api/types';
import { paths } from '~/paths';
import { ROUTES, type Route, type SitemapGroup } from '~/routes';

export interface PageLink {
  label: string;
  to: string;
}

const linkTo = (page: Route): PageLink => ({ label: page.label ?? page.title, to: page.path });

/** NAV-03: the header's links of one group. */
export function headerLinks(group: 'Markets' | 'Additional'): PageLink[] {
  return ROUTES.flatMap(({ header, path }) =>
    header?.group === group ? [{ label: header.label, to: path }] : [],
  );
}

/** Pages that the header has no word for. */
export const MORE_LINKS: PageLink[] = ROUTES.filter(({ more }) => more).map((page) => ({
  ...linkTo(page),
  ...(typeof page.more === 'string' && { label: page.more }),
}));

/** Every page with figures or lists of its own: what the home page leads to. */
export const SECTION_LINKS: PageLink[] = ROUTES.filter(
  ({ header, more, path }) => (header || more) && path !== paths.home && path !== paths.settings,
).map(linkTo);

/** What the command palette offers before anything is typed. */
export const SEARCH_LINKS = ROUTES.filter(({ search }) => search).map((page) => ({
  ...linkTo(page),
  title: page.title,
}));

/** What it finds when something is typed: every page with an address of its own. */
export const PALETTE_LINKS = ROUTES.filter(({ sitemap }) => sitemap).map((page) => ({
  ...linkTo(page),
  title: page.title,
}));

/** NAV-05: the links of one group of the sitemap. */
export function sitemapLinks(group: SitemapGroup): PageLink[] {
  return ROUTES.filter(({ sitemap }) => sitemap === group).map(linkTo);
}

/** NAV-04: the footer's columns. 'Market Overview' is a second name, About and Contact stand in the footer itself. */
export const FOOTER_COLUMNS: { title: Required<Route>['footer']; links: PageLink[] }[] = [
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

function footerLinks(column: Required<Route>['footer']): PageLink[] {
  return ROUTES.filter(({ footer }) => footer === column).map(linkTo);
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
  return { label: ROUTES.find(({ path }) => path === to)?.header?.label ?? '', to };
}

/** The header link that a page without one of its own belongs to. */
export function sectionOfPage(path: string): string | undefined {
  return ROUTES.find((page) => page.path === path)?.section;
}
