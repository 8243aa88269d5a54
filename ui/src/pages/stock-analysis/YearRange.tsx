import type { TickerDetail, TickerRow } from '~/api/types';
import { formatPlainPrice } from '~/market/format';
import { positionInRange } from '~/market/positionInRange';
import classes from './FiguresTable.module.css';

type Ranged = TickerRow & { detail: TickerDetail | undefined };

/** The position of the price in the 52-week range; null if unknown. */
export function yearPosition({ price, detail }: Ranged): number | null {
  const [low, high] = [detail?.yearLow ?? null, detail?.yearHigh ?? null];
  if (price === null || low === null || high === null || high <= low) return null;
  return positionInRange(price, low, high);
}

/** The 52-week range with the position of the live price. */
export function YearRange({ ticker }: { ticker: Ranged }) {
  return (
    <span className={`num ${classes.year}`}>
      <span className={classes.yearTrack} aria-hidden="true">
        <span style={{ left: `${100 * (yearPosition(ticker) ?? 0)}%` }} />
      </span>
      <span>{formatPlainPrice(ticker.detail?.yearLow, ticker)}</span>
      <span>{formatPlainPrice(ticker.detail?.yearHigh, ticker)}</span>
    </span>
  );
}
