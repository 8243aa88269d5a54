import { basePath } from '~/paths';

/** Feeds for other programs. */
export type Feed = 'earnings' | 'dividends' | 'economy' | 'icos' | 'news';

/** Feeds about tickers, which can be limited to a list. */
export const hasTickers = (feed: Feed | 'all') => feed !== 'economy' && feed !== 'icos';

/**
 * The full URL of a feed; `all` is the calendar of earnings, dividends and the economy. `list` is the id of a list;
 * without it a calendar covers all lists, and the news feed everything.
 */
export function feedAddress(feed: Feed | 'all', list = '', at: string = location.href): string {
  const query = new URLSearchParams();
  if (feed !== 'all' && feed !== 'news') query.set('kinds', feed);
  if (list && hasTickers(feed)) query.set('list', list);
  const search = query.size > 0 ? `?${query}` : '';
  return new URL(`${basePath()}${feed === 'news' ? 'news.atom' : 'calendar.ics'}${search}`, at).href;
}
