import { widthOf } from '~/widgets/Heatmap/tileText';

/** Steps of colour each way. */
const STEPS = 4;
/** The least change in percent at which a map has its deepest colour: a quiet day looks quiet. */
const LEAST_DEEPEST = 1;
/** This share of all moves is no deeper than the deepest colour: one outlier does not pale the rest. */
const USUAL = 0.85;

/** The change in percent from which a tile has its deepest colour, by the spread of the day. */
export function deepestOf(changes: readonly (number | null)[]): number {
  const sizes = changes
    .flatMap((change) => (change === null ? [] : [Math.abs(change)]))
    .sort((a, b) => a - b);
  const usual = sizes[Math.floor(USUAL * (sizes.length - 1))] ?? 0;
  return Math.max(LEAST_DEEPEST, Math.ceil(2 * usual) / 2);
}

/** The step of colour of a change: 0 (none) to 4. */
export function stepOf(change: number | null, deepest: number): number {
  const size = Math.abs(change ?? 0);
  return change === null || size < 0.005 ? 0 : Math.min(STEPS, 1 + Math.floor((STEPS * size) / deepest));
}

export interface HeatText {
  /** Sizes of type in rem; what is null is not written. */
  symbol: number | null;
  change: number | null;
}

/** The smallest type that is read from afar, and the largest that looks well, in rem. */
const LEAST = 0.8125;
const MOST = 2.125;
/** What a tile keeps free at its edges, both sides together, and the arrow before a change, in em. */
const EDGE = 0.5;
const ARROW = 0.9;
const LINE = 1.3;

/** What a tile of this size in rem says, and how large: never half of a figure. */
export function heatText(width: number, height: number, symbol: string, change: string): HeatText {
  const side = Math.min(width, 1.35 * height);
  const sizeOf = (text: string, extra: number, share: number) => {
    const size = Math.min(MOST, Math.max(LEAST, share * side), (width - EDGE) / (widthOf(text) + extra));
    return size >= LEAST ? size : null;
  };
  const symbolSize = sizeOf(symbol, 0, 0.155);
  const changeSize = sizeOf(change, ARROW, 0.125);
  if (symbolSize === null || symbolSize * LINE > height) return { symbol: null, change: null };
  const both = changeSize !== null && (symbolSize + changeSize) * LINE + EDGE <= height;
  return { symbol: symbolSize, change: both ? changeSize : null };
}
