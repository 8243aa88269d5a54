import type { TickerType } from '~/api/types';
import { formatRate } from '~/market/format';
import type { Period } from './periods';

/** Starts of the four color steps of a fixed scale, as fractions of the change with the deepest color: 0.2, 1, 2 and 3%. */
const FIXED_STEPS = [1 / 15, 1 / 3, 2 / 3, 1] as const;
/** Changes of a day with the deepest color, in percent. Others have the one of stocks. */
const DAY_RANGES: Partial<Record<TickerType, number>> = { index: 1.5, currency: 1.5, crypto: 6 };
const DAY_RANGE_OF_STOCKS = 3;
/** How much wider the scale of a longer period is: about the square root of its trading days. */
const PERIOD_FACTORS: Record<Period, number> = { '1D': 1, '1W': 2, '1M': 4, YTD: 10 };

/** Starts of the four color steps of a scale by spread, as fractions of the change with the deepest color. */
const SPREAD_STEPS = [2 / 35, 2 / 7, 4 / 7, 1] as const;
/** This fraction of the changes is paler than the deepest color, so that a few outliers don't fade the rest. */
const SCALE_QUANTILE = 0.9;
/** Allowed scale maxima: calm and wild days both use the full color range, without flickering between scales. */
const SCALE_STEPS = [
  [5, 0.25],
  [20, 1],
  [Number.POSITIVE_INFINITY, 5],
] as const;
const MIN_SCALE = 0.5;
/** A smaller change reads as 0.00 %. */
const ZERO_CHANGE = 0.005;

/** The absolute changes, in percent, at which the color steps start; ascending. */
export type Scale = readonly [number, number, number, number];

/** The same scale on calm and wild days, so that colors of two days can be compared. Tickers of several types have the one of stocks. */
export function fixedScale(types: readonly TickerType[], period: Period): Scale {
  const [type, ...others] = new Set(types);
  const day = (type && others.length === 0 && DAY_RANGES[type]) || DAY_RANGE_OF_STOCKS;
  return scaleTo(day * PERIOD_FACTORS[period], FIXED_STEPS);
}

/** A scale that matches the spread of the changes. */
export function scaleBySpread(changes: readonly (number | null)[]): Scale {
  const sizes = changes
    .flatMap((change) => (change === null ? [] : [Math.abs(change)]))
    .sort((a, b) => a - b);
  const usual = sizes[Math.floor(SCALE_QUANTILE * (sizes.length - 1))] ?? 0;
  const grain = SCALE_STEPS.find(([below]) => usual < below)?.[1] ?? 5;
  const deepest = Math.max(MIN_SCALE, Math.ceil(usual / grain) * grain);
  return scaleTo(deepest, SPREAD_STEPS);
}

/** Returns a scale from the change with the deepest color, and the starts of the steps as fractions of it. */
function scaleTo(deepest: number, parts: readonly number[]): Scale {
  const [first, second, third] = parts.map((part) => Math.max(0.1, Math.round(10 * part * deepest) / 10));
  return [first ?? 0, second ?? 0, third ?? 0, deepest];
}

/** 0 (flat or unknown) to 4. */
export function stepOf(change: number | null, scale: Scale): number {
  const size = Math.abs(change ?? 0);
  return size < ZERO_CHANGE ? 0 : scale.filter((from) => size >= from).length;
}

/** '+1.75': the start of a step, as in the legend. */
export const stepText = (from: number, way: 'up' | 'down'): string =>
  `${way === 'up' ? '+' : '−'}${formatRate(from, 1, 2).slice(0, -1)}`;
