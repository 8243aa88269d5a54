import type { Interval, Timeframe } from '~/api/types';

/** What a part of a range may be moved over: further back than the range, in bars as fine as its own. */
interface WideHistory {
  timeframe: Timeframe;
  /** The server's choice where it is missing. */
  interval?: Interval;
}

/** A day within its week, a week within its quarter, days within five years. */
export function panHistory(timeframe: Timeframe): WideHistory {
  if (timeframe === '1D') return { timeframe: '1W', interval: '5m' };
  if (timeframe === '1W' || timeframe === '7D') return { timeframe: '3M', interval: '1h' };
  return { timeframe: timeframe === 'MAX' ? 'MAX' : '5Y' };
}
