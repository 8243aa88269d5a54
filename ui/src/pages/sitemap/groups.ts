import { type PageLink, sitemapLinks } from '~/links';
import { POPULAR } from '~/market/namedTickers';
import { paths } from '~/paths';

export interface LinkGroup {
  title: string;
  /** `symbol`: of the ticker it leads to. */
  links: readonly (PageLink & { symbol?: string })[];
}

const TITLES = ['Main Pages', 'Market Data', 'Cryptocurrency', 'Premium Features'] as const;

/** NAV-05: every page of the app, once. */
export const GROUPS: readonly LinkGroup[] = TITLES.map((title) => ({ title, links: sitemapLinks(title) }));

const tickers = (entries: Record<string, string>): LinkGroup['links'] =>
  Object.entries(entries).map(([symbol, name]) => ({
    label: `${name} (${symbol})`,
    to: paths.ticker(symbol),
    symbol,
  }));

/** The tickers below the pages. */
export const POPULAR_GROUPS: readonly LinkGroup[] = Object.entries(POPULAR).map(([kind, entries]) => ({
  title: `Popular ${kind}`,
  links: tickers(entries),
}));
