import { basePath } from '~/paths';

/** What other programs can follow. */
export type Feed = 'earnings' | 'dividends' | 'economy' | 'icos' | 'news';

/** Those that are about tickers, so that a list can be chosen. */
export const hasTickers = (feed: Feed | 'all') => feed !== 'economy' && feed !== 'icos';

/**
 * Where a feed is, in full; `all` is the calendar of earnings, dividends and the economy. `list` is the number of a list;
 * without it a calendar is about all lists, and the news about everything.
 */
export function feedAddress(feed: Feed | 'all', list = '', at: string = location.href): string {
  const query = new URLSearchParams();
  if (feed !== 'all' && feed !== 'news') query.set('kinds', feed);
  if (list && hasTickers(feed)) query.set('list', list);
  const search = query.size > 0 ? `?${query}` : '';
  return new URL(`${basePath()}${feed === 'news' ? 'news.atom' : 'calendar.ics'}${search}`, at).href;
}
