import { widthOf } from '~/widgets/Heatmap/textWidth';

export interface HeatText {
  /** Sizes of type in rem; what is null is not written. */
  symbol: number | null;
  change: number | null;
}

/** The smallest type that is read from afar, and the largest that looks well, in rem. */
const MIN_FONT_SIZE = 0.8125;
const MAX_FONT_SIZE = 2.125;
/** What a tile keeps free at its edges, both sides together, and the arrow before a change, in em. */
const TILE_PADDING = 0.5;
const ARROW = 0.9;
const LINE = 1.3;

/** What a tile of this size in rem says, and how large: never half of a figure. */
export function heatText(width: number, height: number, symbol: string, change: string): HeatText {
  const side = Math.min(width, 1.35 * height);
  const sizeOf = (text: string, extra: number, share: number) => {
    const size = Math.min(
      MAX_FONT_SIZE,
      Math.max(MIN_FONT_SIZE, share * side),
      (width - TILE_PADDING) / (widthOf(text) + extra),
    );
    return size >= MIN_FONT_SIZE ? size : null;
  };
  const symbolSize = sizeOf(symbol, 0, 0.155);
  const changeSize = sizeOf(change, ARROW, 0.125);
  if (symbolSize === null || symbolSize * LINE > height) return { symbol: null, change: null };
  const both = changeSize !== null && (symbolSize + changeSize) * LINE + TILE_PADDING <= height;
  return { symbol: symbolSize, change: both ? changeSize : null };
}

/** Whether a tile of this size in rem says its symbol. */
export const canFitSymbol = (width: number, height: number, symbol: string): boolean =>
  heatText(width, height, symbol, '').symbol !== null;
