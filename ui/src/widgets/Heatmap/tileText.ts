import { emWidth } from './textWidth';

/** Texts available for a tile. */
export interface TileWords {
  name: string;
  symbol: string;
  /** The symbol is an unfamiliar code, so the name is preferred where it fits. */
  isCode?: boolean;
  price: string;
  /** With sign and percent sign. */
  change: string;
  /** A triangle precedes the change. */
  arrow: boolean;
}

/** The texts of a tile with their font sizes in rem. */
export interface TileText {
  title: string;
  size: number;
  change?: { size: number; arrow: boolean };
  /** Font size of the price. */
  price?: number;
}

/** Smaller texts are omitted, because a cut number is a different number. In rem. */
const MIN_FONT_SIZE = 10.5 / 16;
const SMALL_FONT_SIZE = 11 / 16;
/** A smaller name is replaced by the symbol. */
const MIN_NAME_FONT_SIZE = 0.875;
/** Minimum tile width for a name, and minimum size for a price. */
const NAME_MIN_WIDTH = 10;
const PRICE_MIN_SIZE = 150 / 16;
const LINE = 1.22;
/** Width of the triangle and the gap after it, in em of the change. */
const ARROW = 0.76;
/** Padding of a tile, both sides together. */
const TILE_PADDING = { wide: 1, narrow: 0.375, vertical: 0.25 };

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/**
 * The texts that fit a tile of this size in rem, by measured width; null if not even the symbol fits. `boost` enlarges
 * text that has room where all tiles are small.
 */
export function fitTile(width: number, height: number, words: TileWords, boost = 1): TileText | null {
  const inner = width - (width >= NAME_MIN_WIDTH ? TILE_PADDING.wide : TILE_PADDING.narrow);
  const tall = height - TILE_PADDING.vertical;
  const side = boost * Math.min(width, 1.35 * height);
  const title = titleOf(width, inner, tall, side, words);
  if (!title) return null;
  const text: TileText = { ...title };
  const left = tall - LINE * title.size;
  const change = changeOf(inner, left, side, words);
  if (!change) return text;
  text.change = change;
  const price = clamp(0.75, 0.07 * side, 1.25);
  const hasRoom = left - LINE * change.size >= LINE * price && emWidth(words.price) * price <= inner;
  if (width >= NAME_MIN_WIDTH && height >= PRICE_MIN_SIZE && hasRoom) text.price = price;
  return text;
}

/** Returns true if a tile can show which ticker it is. */
export const canBeNamed = (width: number, height: number, symbol: string): boolean =>
  LINE * MIN_FONT_SIZE <= height - TILE_PADDING.vertical &&
  emWidth(symbol) * MIN_FONT_SIZE <= width - TILE_PADDING.narrow;

function titleOf(
  width: number,
  inner: number,
  tall: number,
  side: number,
  { name, symbol, isCode = false }: TileWords,
) {
  const fitting = (text: string, preferredSize: number) =>
    Math.min(preferredSize, inner / emWidth(text), tall / LINE);
  if (width >= NAME_MIN_WIDTH || isCode) {
    const size = fitting(name, clamp(SMALL_FONT_SIZE, 0.125 * side, 2.125));
    if (size >= (isCode ? SMALL_FONT_SIZE : MIN_NAME_FONT_SIZE)) return { title: name, size };
  }
  const size = fitting(symbol, clamp(SMALL_FONT_SIZE, 0.155 * side, 2.125));
  return size >= MIN_FONT_SIZE ? { title: symbol, size } : null;
}

function changeOf(inner: number, left: number, side: number, { change, arrow }: TileWords) {
  const preferredSize = Math.min(clamp(SMALL_FONT_SIZE, 0.125 * side, 2), left / LINE);
  for (const isMarked of arrow ? [true, false] : [false]) {
    const size = Math.min(preferredSize, inner / (emWidth(change) + (isMarked ? ARROW : 0)));
    if (size >= MIN_FONT_SIZE) return { size, arrow: isMarked };
  }
  return undefined;
}
