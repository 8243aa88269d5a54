import type { Ico, TickerRow } from '~/api/types';
import { filterIcos, type IcoFilter } from '~/widgets/Ico/status';

export type TrendingFilter = 'all' | 'stock' | 'etf' | 'crypto';

export const TRENDING_FILTERS: readonly { value: TrendingFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'stock', label: 'Stocks' },
  { value: 'etf', label: 'ETFs' },
  { value: 'crypto', label: 'Crypto' },
];
/** HOME-06: initial number of rows, and rows added per click. */
export const FIRST_ROWS = 10;
export const ROW_STEP = 10;
/** HOME-08: maximum number of ICOs on the home page. */
export const MAX_ICOS = 10;

export const collapseSize = (phone: boolean) => (phone ? 10 : 20);

export interface Rows {
  rows: TickerRow[];
  /** All tickers that match the filter. */
  matching: TickerRow[];
  /** For 'Show More (N remaining)'; 0 if all rows are shown. */
  remaining: number;
  /** True if 'Show Less' is offered: more rows are shown than it leaves. */
  canCollapse: boolean;
}

/** HOME-06: the visible trending tickers for a filter and a row count. */
export function visibleRows(
  tickers: TickerRow[],
  filter: TrendingFilter,
  count: number,
  phone: boolean,
): Rows {
  const matching = filter === 'all' ? tickers : tickers.filter((ticker) => ticker.type === filter);
  const rows = matching.slice(0, count);
  return {
    rows,
    matching,
    remaining: matching.length - rows.length,
    canCollapse: rows.length > collapseSize(phone),
  };
}

/** HOME-08: the ICOs to show, and whether more match the filter. */
export function visibleIcos(icos: Ico[], filter: IcoFilter): { icos: Ico[]; hasMore: boolean } {
  const matching = filterIcos(icos, filter);
  return { icos: matching.slice(0, MAX_ICOS), hasMore: matching.length > MAX_ICOS };
}
