import type { ParametersOf } from '~/api/paths';
import type { AlertBacktest } from '~/api/types';
import type { ChartPoint } from '~/chart/series';

/** The fields of an alert that determine when it fires. */
export type BacktestQuery = NonNullable<ParametersOf<'/api/alert-backtest', 'get'>['query']>;

/** Parses the backtest in the URL; null if there is none or it is for another ticker. */
export function parseBacktest(text: string, symbol: string): BacktestQuery | null {
  if (!text) return null;
  try {
    const query: Partial<BacktestQuery> = JSON.parse(text);
    return query.symbol === symbol && typeof query.type === 'string' ? (query as BacktestQuery) : null;
  } catch {
    return null;
  }
}

const DAY_MS = 86_400_000;

/** Where an alert fired, at a point of the chart. */
export interface BacktestMark {
  key: string;
  /** The index of its point. */
  index: number;
  price: number;
  time: string;
}

/**
 * Assigns each time at which the alert would have fired to the last point before it or, on daily points, to the point of its day. Times
 * before the first point are left out.
 */
export function backtestMarks(
  fired: AlertBacktest['fired'],
  points: readonly Pick<ChartPoint, 'timestamp'>[],
  isDailyOrLonger: boolean,
): BacktestMark[] {
  const pointTimes = points.map(({ timestamp }) => Date.parse(timestamp));
  return fired.flatMap(({ at, price }, number) => {
    const time = Date.parse(at) + (isDailyOrLonger ? DAY_MS - 1 : 0);
    const index = pointTimes.findLastIndex((point) => point <= time);
    const isBehind = index === pointTimes.length - 1 && time - (pointTimes[index] ?? 0) > 2 * DAY_MS;
    if (index < 0 || price === null || isBehind) return [];
    return [{ key: `${at} ${number}`, index, price, time: at }];
  });
}
