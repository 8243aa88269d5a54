import type { TickerRow } from '~/api/types';
import { directionOf, formatRate } from '~/market/format';

/** The week of the S&P 500 in words: 'The S&P 500 gained 0.93% in a week'. */
export function weekHeadline(change: number | null | undefined): string {
  if (typeof change !== 'number') return 'No figure for the week yet';
  const direction = directionOf(change);
  if (direction === 'flat') return 'The S&P 500 is where it was a week ago';
  return `The S&P 500 ${direction === 'up' ? 'gained' : 'lost'} ${unsigned(change)} in a week`;
}

type Moving = Pick<TickerRow, 'name' | 'symbol' | 'change24h'>;

/** What a day did to tickers: how many rose, and the largest gain and loss where there is one. */
export function dayOf<Row extends Moving>(rows: readonly Row[]) {
  const known = rows
    .filter((row) => row.change24h !== null)
    .sort((a, b) => (b.change24h ?? 0) - (a.change24h ?? 0));
  const towards = (way: 'up' | 'down', row: Row | undefined) =>
    row && directionOf(row.change24h) === way ? row : undefined;
  return {
    known: known.length,
    risen: known.filter(({ change24h }) => directionOf(change24h) === 'up').length,
    gain: towards('up', known[0]),
    loss: towards('down', known.at(-1)),
  };
}

const unsigned = (change: number): string => formatRate(Math.abs(change));
