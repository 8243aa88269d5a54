import type { Alert, TickerDetail } from '~/api/types';
import { formatNumber, formatPercent, formatQuote, formatRate, formatVolume } from '~/market/format';
import { rsi } from '~/market/indicators/rsi';
import { type Step, valuesOf } from '~/market/indicators/series';
import { sma } from '~/market/indicators/sma';
import { closeness as closenessOf, isPastLevel } from '~/market/nearestAlerts';

/** An alert is near if its price, or one of two averages, is less than this percentage away from the other value. */
export const NEAR_PERCENT = 0.5;
/** An RSI alert is near if the RSI is less than this number of points away from its level. */
const NEAR_POINTS = 3;
/** A volume alert is near if the smaller of volume and level is more than this percentage of the larger one. */
const NEAR_VOLUME_PERCENT = 95;
/** Percent that an RSI bar loses for each point between the RSI and its level: 25 points away, it is empty. */
const RSI_STEP = 4;

/** The progress of an alert toward firing. */
export interface Measure {
  /** 'now $98.20' */
  now: string;
  /** '1.83% away', or '0.23% above' if the price is already past the level. */
  away: string;
  /** Percent of the bar: 100 where the alert fires, 0 far away. */
  fill: number;
  /** The fill before clamping at zero: higher is closer. */
  closeness: number;
  isNear: boolean;
}

/** The fields of a ticker that determine an alert's progress. */
export type Measured = Pick<
  TickerDetail,
  'type' | 'currency' | 'decimals' | 'price' | 'volume24h' | 'rsi14' | 'average50d' | 'average200d'
>;

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
  return alert.indicator === 'sma_cross' ? ofAverages(figures, isHourly ? 'hours' : 'days') : null;
}

/** Computes indicators from closes, oldest first; null if there are too few. */
export function figuresOf(closes: readonly number[]): Figures {
  const newest = (step: Step) => valuesOf(step, closes).at(-1) ?? null;
  return { rsi14: newest(rsi(14)), average50d: newest(sma(50)), average200d: newest(sma(200)) };
}

const toMeasure = (now: string, away: string, closeness: number, isNear: boolean): Measure => ({
  now,
  away,
  closeness,
  isNear,
  fill: Math.max(0, Math.min(100, closeness)),
});

/** The distance of a percent change from the change that fires, in percentage points and in either direction. */
export function ofChange({ value }: Pick<Alert, 'value'>, change: number | null): Measure | null {
  if (value === null || change === null) return null;
  const points = Math.max(0, value - Math.abs(change));
  return toMeasure(
    `now ${formatPercent(change)}`,
    `${formatNumber(points, 2)} percentage points away`,
    closenessOf(points),
    points < NEAR_PERCENT,
  );
}

function ofPrice({ condition, value }: Watched, ticker: Measured): Measure | null {
  const { price, decimals } = ticker;
  if (condition === 'percent_change' || value === null || price === null || price <= 0) return null;
  const away = Math.abs(value / price - 1) * 100;
  const now = `now ${formatQuote(ticker, price, decimals)}`;
  const side = isPastLevel({ condition, value }, price) ? condition : 'away';
  return toMeasure(now, `${formatRate(away)} ${side}`, closenessOf(away), away < NEAR_PERCENT);
}

function ofVolume({ condition, value }: Watched, { volume24h }: Measured): Measure | null {
  if (condition === 'percent_change' || value === null || value <= 0 || volume24h === null || volume24h <= 0)
    return null;
  const fraction = (100 * Math.min(value, volume24h)) / Math.max(value, volume24h);
  const away = formatVolume(Math.abs(value - volume24h));
  return toMeasure(
    `now ${formatVolume(volume24h)}`,
    `${away} away`,
    fraction,
    fraction > NEAR_VOLUME_PERCENT,
  );
}

function ofRsi({ value }: Watched, { rsi14 }: Figures): Measure | null {
  if (value === null || rsi14 === null) return null;
  const points = Math.abs(value - rsi14);
  return toMeasure(
    `now ${formatNumber(rsi14, 1)}`,
    `${formatNumber(points, 1)} points away`,
    100 - RSI_STEP * points,
    points < NEAR_POINTS,
  );
}

function ofAverages({ average50d, average200d }: Figures, unit: string): Measure | null {
  if (average50d === null || average200d === null || average200d <= 0) return null;
  const gap = (average50d / average200d - 1) * 100;
  const side = gap < 0 ? 'below' : 'above';
  const away = Math.abs(gap);
  return toMeasure(
    `50 ${unit} ${side} 200`,
    `${formatRate(away)} apart`,
    closenessOf(away),
    away < NEAR_PERCENT,
  );
}
