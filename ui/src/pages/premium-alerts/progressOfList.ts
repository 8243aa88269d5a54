import type { Alert, Ticker } from '~/api/types';
import type { Measure } from './progress';
import { conditionsOf, holdsNow, progressOfAll, progressOfOne } from './progressOfAll';

/** What rows of a list tell of a ticker. */
type Row = Pick<
  Ticker,
  'symbol' | 'type' | 'currency' | 'decimals' | 'price' | 'volume24h' | 'change24h' | 'change7d'
>;

/** What is asked for each ticker's own page alone. */
const UNKNOWN_FIGURES = { rsi14: null, average50d: null, average200d: null } as const;

/**
 * Of the tickers of a list the one that is nearest to firing. One that meets the condition has fired: it counts only where all do. Null
 * for what lists do not tell: indicators, news, and changes over other hours than a day and a week.
 */
export function progressOfList(alert: Alert, rows: readonly Row[]): Measure | null {
  const [first, ...more] = conditionsOf(alert);
  const conditions = [first, ...more];
  if (conditions.some(({ type }) => type !== 'price' && type !== 'volume')) return null;
  const known = rows.flatMap((row) => {
    const ticker = { ...row, ...UNKNOWN_FIGURES };
    const of = more.length > 0 ? progressOfAll(alert, ticker) : progressOfOne(first, ticker);
    const holds = conditions.every((condition) => holdsNow(condition, ticker));
    return of ? [{ of: { ...of, now: `${row.symbol} ${of.now}` }, holds }] : [];
  });
  const open = known.filter(({ holds }) => !holds);
  const [nearest] = (open.length > 0 ? open : known).toSorted((a, b) => b.of.closeness - a.of.closeness);
  return nearest?.of ?? null;
}
