import type { Alert, Ticker } from '~/api/types';
import type { Quoted } from '~/market/format';
import type { Measure } from './progress';
import { conditionsOf, holdsNow, progressOfAll, progressOfOne } from './progressOfAll';

/** The fields of a list row that are used here. */
type Row = Pick<
  Ticker,
  'symbol' | 'type' | 'currency' | 'decimals' | 'price' | 'volume24h' | 'change24h' | 'change7d'
> &
  Pick<Quoted, 'priceUnit'>;

/** Fields that only the ticker's own page has. */
const UNKNOWN_FIGURES = { rsi14: null, average50d: null, average200d: null } as const;

/**
 * The progress of the list's ticker that is nearest to firing. A ticker that meets the condition has already fired and
 * counts only if all do. Null for what list rows don't have: indicators, news, and changes over periods other than a
 * day or a week.
 */
export function progressOfList(alert: Alert, rows: readonly Row[]): Measure | null {
  const [first, ...more] = conditionsOf(alert);
  const conditions = [first, ...more];
  if (conditions.some(({ type }) => type !== 'price' && type !== 'volume')) return null;
  const knownProgress = rows.flatMap((row) => {
    const ticker = { ...row, ...UNKNOWN_FIGURES };
    const of = more.length > 0 ? progressOfAll(alert, ticker) : progressOfOne(first, ticker);
    const holds = conditions.every((condition) => holdsNow(condition, ticker));
    return of ? [{ of: { ...of, now: `${row.symbol} ${of.now}` }, holds }] : [];
  });
  const open = knownProgress.filter(({ holds }) => !holds);
  const [nearest] = (open.length > 0 ? open : knownProgress).toSorted(
    (a, b) => b.of.closeness - a.of.closeness,
  );
  return nearest?.of ?? null;
}
