import type { TickerType } from '~/api/types';
import { paths } from '~/paths';
import { ROUTES, type Route, type SitemapGroup } from '~/routes';

export interface PageLink {
  label: string;
  to: string;
}

const linkTo = (page: Route): PageLink => ({ label: page.label ?? page.title, to: page.path });

/** NAV-03: returns the header's links of a group. */
export function headerLinks(group: 'Markets' | 'Additional'): PageLink[] {
  return ROUTES.flatMap(({ header, path }) =>
    header?.group === group ? [{ label: header.label, to: path }] : [],
  );
}

/** Links of the header's 'More' menu. */
export const MORE_LINKS: PageLink[] = ROUTES.filter(({ more }) => more).map((page) => ({
  ...linkTo(page),
  ...(typeof page.more === 'string' && { label: page.more }),
}));

/** Links on the home page, to every page with market data. */
export const SECTION_LINKS: PageLink[] = ROUTES.filter(
  ({ header, more, path }) => (header || more) && path !== paths.home && path !== paths.settings,
).map(linkTo);

/** Links in the command palette without a search text. */
export const SEARCH_LINKS = ROUTES.filter(({ search }) => search).map((page) => ({
  ...linkTo(page),
  title: page.title,
}));

/** Links that the command palette searches. */
export const PALETTE_LINKS = ROUTES.filter(({ sitemap }) => sitemap).map((page) => ({
  ...linkTo(page),
  title: page.title,
}));

/** Pages that open with G and a letter, with that letter. */
export const KEY_LINKS = ROUTES.flatMap((page) => (page.key ? [{ ...linkTo(page), key: page.key }] : []));

/** NAV-05: returns the sitemap's links of a group. */
export function sitemapLinks(group: SitemapGroup): PageLink[] {
  return ROUTES.filter(({ sitemap }) => sitemap === group).map(linkTo);
}

/** NAV-04: the footer's columns. 'Market Overview' links to Stock Analysis; About and Contact are sections of the footer. */
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

/** The header link that each ticker type belongs to. Currency pairs and bonds have no section and link to home. */
const SECTION_PATHS: Readonly<Record<TickerType, string>> = {
  index: paths.stockAnalysis,
  stock: paths.stockAnalysis,
  etf: paths.etfScreener,
  fund: paths.etfScreener,
  crypto: paths.cryptoTracker,
  commodity: paths.commodities,
  currency: paths.home,
  ico: paths.icoCalendar,
  bond: paths.home,
};

/** Returns the header link of a ticker type, for breadcrumbs. */
export function sectionOfType(type: TickerType): PageLink {
  const to = SECTION_PATHS[type];
  return { label: ROUTES.find(({ path }) => path === to)?.header?.label ?? '', to };
}

/** Returns the header link of a page without a link of its own. */
export function sectionOfPage(path: string): string | undefined {
  return ROUTES.find((page) => page.path === path)?.section;
}
