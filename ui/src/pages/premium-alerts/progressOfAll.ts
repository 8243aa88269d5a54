import type { Alert, TickerDetail } from '~/api/types';
import { decidingCondition } from '~/market/nearestAlerts';
import { type Figures, type Measure, type Measured, measure, ofChange } from './progress';

export type Condition = Alert['and'][number];
export type Now = Measured & Pick<TickerDetail, 'change24h' | 'change7d'>;

/** The quote fields with changes, by hours. */
const CHANGE_FIELDS: Readonly<Record<number, 'change24h' | 'change7d'>> = {
  24: 'change24h',
  168: 'change7d',
};

/**
 * The progress of an alert whose conditions must all be true: the farthest condition's. Unknown conditions
 * (changes over other hours, distances from 52-week extremes) count as unmet and have no distance.
 */
export function progressOfAll(alert: Alert, ticker: Now, hourly: Figures | null = null): Measure | null {
  const conditions = conditionsOf(alert);
  const knownProgress = conditions.flatMap((condition) => {
    const of = progressOfOne(condition, ticker, hourly);
    const holds = holdsNow(condition, ticker, hourly);
    return of && holds !== null ? [{ condition, of, holds, away: -of.closeness }] : [];
  });
  const first = decidingCondition(knownProgress);
  if (!first) return null;
  const metCount = knownProgress.filter(({ holds }) => holds).length;
  return {
    ...first.of,
    now: `${metCount} of ${conditions.length} conditions met`,
    away: first.holds ? 'Met' : `${nameOf(first.condition)} ${first.of.away}`,
    rearms: first.holds ? 'Waits until a condition is no longer met' : null,
  };
}

/** All conditions of an alert. */
export const conditionsOf = (alert: Alert): [Condition, ...Condition[]] => [
  { ...alert, condition: alert.condition ?? '' },
  ...alert.and,
];

const nameOf = ({ type, indicator }: Condition) => {
  if (type !== 'technical') return type;
  return indicator === 'rsi' ? 'RSI' : 'averages';
};

/** The progress of a single condition. */
export function progressOfOne(
  condition: Condition,
  ticker: Now,
  hourly: Figures | null = null,
): Measure | null {
  if (condition.type !== 'price' || condition.condition !== 'percent_change')
    return measure(condition, ticker, hourly);
  const field = CHANGE_FIELDS[condition.windowHours ?? 24];
  return field ? ofChange({ value: condition.value }, ticker[field]) : null;
}

/** Returns true if a condition is met; null if unknown here. */
export function holdsNow(of: Condition, ticker: Now, hourly: Figures | null = null): boolean | null {
  const { type, condition, value } = of;
  const figures = of.interval === '1h' ? hourly : ticker;
  if (condition === 'percent_change') {
    const field = CHANGE_FIELDS[of.windowHours ?? 24];
    const change = type === 'price' && field ? ticker[field] : null;
    return change === null || value === null ? null : Math.abs(change) > value;
  }
  const beyond = (now: number | null | undefined, line: number | null | undefined) =>
    now == null || line == null ? null : condition === 'above' ? now > line : now < line;
  if (type === 'price') return beyond(ticker.price, value);
  if (type === 'volume') return beyond(ticker.volume24h, value);
  if (of.indicator === 'rsi') return beyond(figures?.rsi14, value);
  return of.indicator === 'sma_cross' ? beyond(figures?.average50d, figures?.average200d) : null;
}
