import { widthOf } from '~/widgets/Heatmap/textWidth';

/** The font sizes of a tile's texts, in rem; null hides the text. */
export interface TileFontSizes {
  symbol: number | null;
  change: number | null;
}

/** Smallest font readable from a distance and largest one that looks good, in rem. */
const MIN_FONT_SIZE = 0.8125;
const MAX_FONT_SIZE = 2.125;
/** Padding of a tile, both sides together, in rem. */
const TILE_PADDING = 0.5;
/** Width of the arrow before a change, and height of a line, in em. */
const ARROW_WIDTH = 0.9;
const LINE_HEIGHT = 1.3;

/** Returns the font sizes of the texts that fit a tile of this size (in rem). Numbers are hidden rather than truncated. */
export function tileFontSizes(width: number, height: number, symbol: string, change: string): TileFontSizes {
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
  const changeSize = sizeOf(change, ARROW_WIDTH, 0.125);
  if (symbolSize === null || symbolSize * LINE_HEIGHT > height) return { symbol: null, change: null };
  const hasRoomForChange =
    changeSize !== null && (symbolSize + changeSize) * LINE_HEIGHT + TILE_PADDING <= height;
  return { symbol: symbolSize, change: hasRoomForChange ? changeSize : null };
}

/** Returns true if the symbol fits a tile of this size (in rem). */
export const canFitSymbol = (width: number, height: number, symbol: string): boolean =>
  tileFontSizes(width, height, symbol, '').symbol !== null;
