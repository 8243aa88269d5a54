import type { ParametersOf } from '~/api/paths';
import type { AlertBacktest } from '~/api/types';
import type { ChartPoint } from '~/chart/series';

/** What decides when an alert fires. */
export type BacktestQuery = NonNullable<ParametersOf<'/api/alert-backtest', 'get'>['query']>;

/** What an address asks to be tried on a ticker; null where it asks for nothing, or for another ticker. */
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
  /** Of its point. */
  index: number;
  price: number;
  time: string;
}

/** What fired at the last point before it; on points of days at that of its day. What lies before all points is left out. */
export function backtestMarks(
  fired: AlertBacktest['fired'],
  points: readonly Pick<ChartPoint, 'timestamp'>[],
  isOfDays: boolean,
): BacktestMark[] {
  const times = points.map(({ timestamp }) => Date.parse(timestamp));
  return fired.flatMap(({ at, price }, number) => {
    const time = Date.parse(at) + (isOfDays ? DAY_MS - 1 : 0);
    const index = times.findLastIndex((point) => point <= time);
    const isBehind = index === times.length - 1 && time - (times[index] ?? 0) > 2 * DAY_MS;
    if (index < 0 || price === null || isBehind) return [];
    return [{ key: `${at} ${number}`, index, price, time: at }];
  });
}
