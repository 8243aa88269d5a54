import type { TickerType } from '~/api/types';
import { formatRate } from '~/market/format';
import type { Period } from './periods';

/** Starts of the four color steps of a fixed scale, as fractions of the change with the deepest color: 0.2, 1, 2 and 3%. */
const FIXED_STEPS = [1 / 15, 1 / 3, 2 / 3, 1] as const;
/** The daily change with the deepest color, in percent. Other types use the range of stocks. */
const DAY_RANGES: Partial<Record<TickerType, number>> = { index: 1.5, currency: 1.5, crypto: 6 };
const DAY_RANGE_OF_STOCKS = 3;
/** How much wider the scale of a longer period is: about the square root of its trading days, which are 5, 21 and 100 (for YTD, in May). */
const PERIOD_FACTORS: Record<Period, number> = { '1D': 1, '1W': 2, '1M': 4, YTD: 10 };

/** Starts of the four color steps of a scale by spread, as fractions of the change with the deepest color: 0.1, 0.5, 1 and 1.75%. */
const SPREAD_STEPS = [2 / 35, 2 / 7, 4 / 7, 1] as const;
/** The quantile of the changes that gets the deepest color, so that a few outliers don't make all other tiles pale. */
const SCALE_QUANTILE = 0.9;
/**
 * The maximum of a scale is a multiple of a step: 0.25 for a quantile below 5%, 1 below 20%, else 5. Calm and volatile days both use all
 * colors, and the scale doesn't change with every tick.
 */
const SCALE_STEPS = [
  [5, 0.25],
  [20, 1],
  [Number.POSITIVE_INFINITY, 5],
] as const;
const MIN_SCALE = 0.5;
/** A smaller change is shown as 0.00%. */
const ZERO_CHANGE = 0.005;

/** The absolute changes, in percent, at which the color steps start; ascending. */
export type Scale = readonly [number, number, number, number];

/** Returns a scale that is the same on calm and volatile days, so that colors can be compared. Tickers of several types use that of stocks. */
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
  const quantile = sizes[Math.floor(SCALE_QUANTILE * (sizes.length - 1))] ?? 0;
  const step = SCALE_STEPS.find(([below]) => quantile < below)?.[1] ?? 5;
  const deepest = Math.max(MIN_SCALE, Math.ceil(quantile / step) * step);
  return scaleTo(deepest, SPREAD_STEPS);
}

/** Returns a scale from the change with the deepest color, and the starts of the steps as fractions of it. */
function scaleTo(deepest: number, fractions: readonly number[]): Scale {
  const [first, second, third] = fractions.map((fraction) =>
    Math.max(0.1, Math.round(10 * fraction * deepest) / 10),
  );
  return [first ?? 0, second ?? 0, third ?? 0, deepest];
}

/** 0 (flat or unknown) to 4. */
export function stepOf(change: number | null, scale: Scale): number {
  const size = Math.abs(change ?? 0);
  return size < ZERO_CHANGE ? 0 : scale.filter((from) => size >= from).length;
}

/** '+1.75': the start of a step, as in the legend. */
export const stepText = (from: number, direction: 'up' | 'down'): string =>
  `${direction === 'up' ? '+' : '−'}${formatRate(from, 1, 2).slice(0, -1)}`;
