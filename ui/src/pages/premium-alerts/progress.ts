import type { Alert, TickerDetail } from '~/api/types';
import {
  formatNumber,
  formatPercent,
  formatQuote,
  formatRate,
  formatVolume,
  type Quoted,
} from '~/market/format';
import { rsi } from '~/market/indicators/rsi';
import { type Step, valuesOf } from '~/market/indicators/series';
import { sma } from '~/market/indicators/sma';
import { closeness as closenessOf, distanceText, isPastLevel, NEAR_PERCENT } from '~/market/nearestAlerts';

/** An RSI alert is near if the RSI is less than this number of points away from its level. */
const NEAR_POINTS = 3;
/** A volume alert is near if the smaller of volume and level is more than this percentage of the larger one. */
const NEAR_VOLUME_PERCENT = 95;
/** Percent that an RSI bar loses for each point between the RSI and its level: 25 points away, it is empty. */
const RSI_STEP = 4;
/** How far a value must move back from the threshold before the alert rearms, as in the server's engine. */
const HYSTERESIS = 0.002;
const RSI_HYSTERESIS = 1;

/** The progress of an alert toward firing. */
export interface Measure {
  /** 'now $98.20' */
  now: string;
  /** '1.83% away', or 'Met, 0.23% above' if the condition is already met. */
  away: string;
  /** Percent of the bar: 100 where the alert fires, 0 far away. */
  fill: number;
  /** The fill before clamping at zero: higher is closer. */
  closeness: number;
  isNear: boolean;
  /**
   * Null while the alert waits for its condition. If the condition is already met: what must happen before the alert can
   * fire (again), 'Waits for a fall below $99.80'.
   */
  rearms: string | null;
}

/** The fields of a ticker that determine an alert's progress. */
export type Measured = Pick<
  TickerDetail,
  'type' | 'currency' | 'decimals' | 'price' | 'volume24h' | 'rsi14' | 'average50d' | 'average200d'
> &
  Pick<Quoted, 'priceUnit'>;

/** Indicator values. */
export type Figures = Pick<Measured, 'rsi14' | 'average50d' | 'average200d'>;

type Watched = Pick<Alert, 'type' | 'condition' | 'value' | 'indicator' | 'interval'>;

/**
 * The progress of an alert; null if it has no distance (news) or needs values that `ticker` lacks (changes over hours use
 * `ofChange`). `hourly` has the indicator values of hourly bars.
 */
export function measure(alert: Watched, ticker: Measured, hourly: Figures | null = null): Measure | null {
  if (alert.type === 'price') return ofPrice(alert, ticker);
  if (alert.type === 'volume') return ofVolume(alert, ticker);
  const isHourly = alert.interval === '1h';
  const figures = isHourly ? hourly : ticker;
  if (alert.type !== 'technical' || !figures) return null;
  if (alert.indicator === 'rsi') return ofRsi(alert, figures);
  return alert.indicator === 'sma_cross' ? ofAverages(alert, figures, isHourly ? 'hours' : 'days') : null;
}

/** Computes indicators from closes, oldest first; null if there are too few. */
export function figuresOf(closes: readonly number[]): Figures {
  const newest = (step: Step) => valuesOf(step, closes).at(-1) ?? null;
  return { rsi14: newest(rsi(14)), average50d: newest(sma(50)), average200d: newest(sma(200)) };
}

const toMeasure = (
  now: string,
  away: string,
  closeness: number,
  isNear: boolean,
  rearms: string | null = null,
): Measure => ({
  now,
  away,
  closeness,
  isNear: isNear && rearms === null,
  rearms,
  fill: Math.max(0, Math.min(100, closeness)),
});

/** What must happen before an alert whose condition is met can fire: a move back beyond the hysteresis. */
function rearmText(
  condition: string | null,
  level: number,
  hysteresis: number,
  format: (level: number) => string,
): string {
  return condition === 'above'
    ? `Waits for a fall below ${format(level - hysteresis)}`
    : `Waits for a rise above ${format(level + hysteresis)}`;
}

/** The distance of a percent change from the change that fires, in percentage points and in either direction. */
export function ofChange({ value }: Pick<Alert, 'value'>, change: number | null): Measure | null {
  if (value === null || change === null) return null;
  const isMet = Math.abs(change) > value;
  const points = Math.abs(value - Math.abs(change));
  const away = `${formatNumber(points, 2)} percentage points`;
  return toMeasure(
    `now ${formatPercent(change)}`,
    isMet ? `Met, ${away} beyond` : `${away} away`,
    closenessOf(points),
    points < NEAR_PERCENT,
    isMet ? `Waits for a change below ${formatRate(value * (1 - HYSTERESIS))}` : null,
  );
}

function ofPrice({ condition, value }: Watched, ticker: Measured): Measure | null {
  const { price, decimals } = ticker;
  if (condition === 'percent_change' || value === null || price === null || price <= 0) return null;
  const away = Math.abs(value / price - 1) * 100;
  const now = `now ${formatQuote(ticker, price, decimals)}`;
  const isMet = isPastLevel({ condition, value }, price);
  return toMeasure(
    now,
    distanceText(away, isMet ? condition : null),
    closenessOf(away),
    away < NEAR_PERCENT,
    isMet
      ? rearmText(condition, value, value * HYSTERESIS, (level) => formatQuote(ticker, level, decimals))
      : null,
  );
}

function ofVolume({ condition, value }: Watched, { volume24h }: Measured): Measure | null {
  if (condition === 'percent_change' || value === null || value <= 0 || volume24h === null || volume24h <= 0)
    return null;
  const fraction = (100 * Math.min(value, volume24h)) / Math.max(value, volume24h);
  const away = formatVolume(Math.abs(value - volume24h));
  const isMet = isPastLevel({ condition, value }, volume24h);
  return toMeasure(
    `now ${formatVolume(volume24h)}`,
    isMet ? `Met, ${away} ${condition}` : `${away} away`,
    fraction,
    fraction > NEAR_VOLUME_PERCENT,
    isMet ? rearmText(condition, value, value * HYSTERESIS, formatVolume) : null,
  );
}

function ofRsi({ condition, value }: Watched, { rsi14 }: Figures): Measure | null {
  if (value === null || rsi14 === null) return null;
  const points = Math.abs(value - rsi14);
  const isMet = isPastLevel({ condition, value }, rsi14);
  return toMeasure(
    `now ${formatNumber(rsi14, 1)}`,
    isMet ? `Met, ${formatNumber(points, 1)} points ${condition}` : `${formatNumber(points, 1)} points away`,
    100 - RSI_STEP * points,
    points < NEAR_POINTS,
    isMet ? rearmText(condition, value, RSI_HYSTERESIS, (level) => formatNumber(level, 1)) : null,
  );
}

function ofAverages(
  { condition }: Watched,
  { average50d, average200d }: Figures,
  unit: string,
): Measure | null {
  if (average50d === null || average200d === null || average200d <= 0) return null;
  const gap = (average50d / average200d - 1) * 100;
  const side = gap < 0 ? 'below' : 'above';
  const away = Math.abs(gap);
  const isMet = gap !== 0 && condition === side;
  return toMeasure(
    `50 ${unit} ${side} 200`,
    isMet ? 'Met' : `${formatRate(away)} apart`,
    closenessOf(away),
    away < NEAR_PERCENT,
    isMet ? 'Waits for the averages to cross back' : null,
  );
}
