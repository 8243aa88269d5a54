import type { Ticker } from '~/api/types';

/**
 * The largest gainers, then the largest losers, half of `count` each. If there are too few of one, the other fills its
 * rows.
 */
export function moversOf<T extends Pick<Ticker, 'change24h'>>(rows: readonly T[], count: number): T[] {
  const change = (row: T) => row.change24h ?? 0;
  const gainers = rows.filter((row) => change(row) > 0).sort((a, b) => change(b) - change(a));
  const losers = rows.filter((row) => change(row) < 0).sort((a, b) => change(a) - change(b));
  const half = Math.ceil(count / 2);
  const gainerCount = Math.min(gainers.length, Math.max(half, count - losers.length));
  const loserCount = Math.min(losers.length, count - gainerCount);
  return [...gainers.slice(0, gainerCount), ...losers.slice(0, loserCount)];
}
