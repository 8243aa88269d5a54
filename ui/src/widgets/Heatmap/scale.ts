import { formatRate } from '~/market/format';

/** Where the four steps of colour begin, as parts of the change from which a tile has its deepest colour. */
const STEPS = [2 / 35, 2 / 7, 4 / 7, 1] as const;
/** This share of all changes has a paler colour than the deepest: a few outliers do not pale the rest. */
const SCALE_QUANTILE = 0.9;
/** Changes by which the scale grows: a calm day and a wild one look alike, and neither flickers between two scales. */
const SCALE_STEPS = [
  [5, 0.25],
  [20, 1],
  [Number.POSITIVE_INFINITY, 5],
] as const;
const MIN_SCALE = 0.5;
/** A smaller change reads as 0.00 %. */
const ZERO_CHANGE = 0.005;

/** The changes in percent, either way, from which a tile has each step of colour; ascending. */
export type Scale = readonly [number, number, number, number];

/** A scale as wide as the changes are spread. */
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

/** 0 (flat, or not known) to 4. */
export function stepOf(change: number | null, scale: Scale): number {
  const size = Math.abs(change ?? 0);
  return size < ZERO_CHANGE ? 0 : scale.filter((from) => size >= from).length;
}

/** '+1.75', as the legend writes the beginning of a step. */
export const stepText = (from: number, way: 'up' | 'down'): string =>
  `${way === 'up' ? '+' : '−'}${formatRate(from, 1, 2).slice(0, -1)}`;
