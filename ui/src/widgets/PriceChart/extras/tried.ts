import type { ParametersOf } from '~/api/paths';
import type { AlertBacktest } from '~/api/types';
import type { ChartPoint } from '~/chart/series';

/** What decides when an alert fires. */
export type Tried = NonNullable<ParametersOf<'/api/alert-backtest', 'get'>['query']>;

/** What an address asks to be tried on a ticker; null where it asks for nothing, or for another ticker. */
export function triedOf(text: string, symbol: string): Tried | null {
  if (!text) return null;
  try {
    const tried: Partial<Tried> = JSON.parse(text);
    return tried.symbol === symbol && typeof tried.type === 'string' ? (tried as Tried) : null;
  } catch {
    return null;
  }
}

const DAY_MS = 86_400_000;

/** Where an alert fired, at a point of the chart. */
export interface TriedPlace {
  key: string;
  /** Of its point. */
  index: number;
  price: number;
  time: string;
}

/** What fired at the last point before it; on points of days at that of its day. What lies before all points is left out. */
export function triedPlaces(
  fired: AlertBacktest['fired'],
  points: readonly Pick<ChartPoint, 'timestamp'>[],
  isOfDays: boolean,
): TriedPlace[] {
  const times = points.map(({ timestamp }) => Date.parse(timestamp));
  return fired.flatMap(({ at, price }, number) => {
    const time = Date.parse(at) + (isOfDays ? DAY_MS - 1 : 0);
    const index = times.findLastIndex((point) => point <= time);
    const isBehind = index === times.length - 1 && time - (times[index] ?? 0) > 2 * DAY_MS;
    if (index < 0 || price === null || isBehind) return [];
    return [{ key: `${at} ${number}`, index, price, time: at }];
  });
}
