import { formatRate } from '~/market/format';

/** Starts of the four color steps, as fractions of the change with the deepest color. */
const STEPS = [2 / 35, 2 / 7, 4 / 7, 1] as const;
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

/** A scale that matches the spread of the changes. */
export function scaleOf(changes: readonly (number | null)[]): Scale {
  const sizes = changes
    .flatMap((change) => (change === null ? [] : [Math.abs(change)]))
    .sort((a, b) => a - b);
  const usual = sizes[Math.floor(SCALE_QUANTILE * (sizes.length - 1))] ?? 0;
  const grain = SCALE_STEPS.find(([below]) => usual < below)?.[1] ?? 5;
  const deepest = Math.max(MIN_SCALE, Math.ceil(usual / grain) * grain);
  const [first, second, third] = STEPS.map((part) => Math.max(0.1, Math.round(10 * part * deepest) / 10));
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
