import type { TickerRow } from '~/api/types';
import { directionOf, formatRate } from '~/market/format';

/** The week of the S&P 500 in words: 'The S&P 500 gained 0.93% in a week'. */
export function weekHeadline(change: number | null | undefined): string {
  if (typeof change !== 'number') return 'No figure for the week yet';
  const direction = directionOf(change);
  if (direction === 'flat') return 'The S&P 500 is where it was a week ago';
  return `The S&P 500 ${direction === 'up' ? 'gained' : 'lost'} ${unsigned(change)} in a week`;
}

/** The largest move of a day among tickers, either way. */
export function largestMove(rows: readonly Pick<TickerRow, 'name' | 'symbol' | 'change24h'>[]): string {
  const moved = rows.flatMap(({ name, symbol, change24h }) =>
    typeof change24h === 'number' ? [{ name, symbol, change: change24h }] : [],
  );
  const [largest] = moved.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  if (!largest) return 'No ticker has a change yet.';
  const risers = moved.filter(({ change }) => directionOf(change) === 'up').length;
  const verb = largest.change < 0 ? 'down' : 'up';
  return `Of ${moved.length} trending tickers ${risers} rose in 24 hours. The largest move: ${largest.name} (${largest.symbol}), ${verb} ${unsigned(largest.change)}.`;
}

const unsigned = (change: number): string => formatRate(Math.abs(change));
