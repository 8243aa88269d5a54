import { widthOf } from '~/widgets/Heatmap/textWidth';

export interface HeatText {
  /** Font sizes in rem; null hides the text. */
  symbol: number | null;
  change: number | null;
}

/** Smallest font readable from a distance and largest one that looks good, in rem. */
const MIN_FONT_SIZE = 0.8125;
const MAX_FONT_SIZE = 2.125;
/** Horizontal padding of a tile (both sides together) and width of the arrow before a change, in em. */
const TILE_PADDING = 0.5;
const ARROW = 0.9;
const LINE = 1.3;

/** The texts that fit a tile of this size (in rem) and their font sizes; numbers are never cut. */
export function heatText(width: number, height: number, symbol: string, change: string): HeatText {
  const side = Math.min(width, 1.35 * height);
  const sizeOf = (text: string, extra: number, fraction: number) => {
    const size = Math.min(
      MAX_FONT_SIZE,
      Math.max(MIN_FONT_SIZE, fraction * side),
      (width - TILE_PADDING) / (widthOf(text) + extra),
    );
    return size >= MIN_FONT_SIZE ? size : null;
  };
  const symbolSize = sizeOf(symbol, 0, 0.155);
  const changeSize = sizeOf(change, ARROW, 0.125);
  if (symbolSize === null || symbolSize * LINE > height) return { symbol: null, change: null };
  const hasRoomForChange = changeSize !== null && (symbolSize + changeSize) * LINE + TILE_PADDING <= height;
  return { symbol: symbolSize, change: hasRoomForChange ? changeSize : null };
}

/** Returns true if the symbol fits a tile of this size (in rem). */
export const canFitSymbol = (width: number, height: number, symbol: string): boolean =>
  heatText(width, height, symbol, '').symbol !== null;
