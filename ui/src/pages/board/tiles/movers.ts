import type { Ticker } from '~/api/types';

/**
 * The largest gainers, then the largest losers, half of `count` each; a side with fewer leaves its room to the other.
 */
export function moversOf<T extends Pick<Ticker, 'change24h'>>(rows: readonly T[], count: number): T[] {
  const change = (row: T) => row.change24h ?? 0;
  const rose = rows.filter((row) => change(row) > 0).sort((a, b) => change(b) - change(a));
  const fell = rows.filter((row) => change(row) < 0).sort((a, b) => change(a) - change(b));
  const half = Math.ceil(count / 2);
  const up = Math.min(rose.length, Math.max(half, count - fell.length));
  const down = Math.min(fell.length, count - up);
  return [...rose.slice(0, up), ...fell.slice(0, down)];
}
