import type { Interval, Timeframe } from '~/api/types';

/** The history over which a part of a range can be panned: longer than the range, with bars as short as its own. */
interface WideHistory {
  timeframe: Timeframe;
  /** Chosen by the server if missing. */
  interval?: Interval;
}

/** A day within its week, a week within its quarter, days within five years. */
export function panHistory(timeframe: Timeframe): WideHistory {
  if (timeframe === '1D') return { timeframe: '1W', interval: '5m' };
  if (timeframe === '1W' || timeframe === '7D') return { timeframe: '3M', interval: '1h' };
  return { timeframe: timeframe === 'MAX' ? 'MAX' : '5Y' };
}
