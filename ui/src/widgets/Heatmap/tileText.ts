import { emWidth } from './textWidth';

/** What a tile could say. */
export interface TileWords {
  name: string;
  symbol: string;
  /** The symbol is a code that few know: the name stands wherever it has room. */
  isCode?: boolean;
  price: string;
  /** With its sign and percent. */
  change: string;
  /** A triangle stands before the change. */
  arrow: boolean;
}

/** What a tile says, all sizes of type in rem. */
export interface TileText {
  title: string;
  size: number;
  change?: { size: number; arrow: boolean };
  /** The size of the price. */
  price?: number;
}

/** A text that would be smaller is left out: half of a figure is another figure. In rem. */
const MIN_FONT_SIZE = 10.5 / 16;
const SMALL_FONT_SIZE = 11 / 16;
/** A name that would be smaller gives way to the symbol. */
const MIN_NAME_FONT_SIZE = 0.875;
/** From this width on a tile has room for a name, and from this size on for a price. */
const NAME_MIN_WIDTH = 10;
const PRICE_MIN_SIZE = 150 / 16;
const LINE = 1.22;
/** The triangle and the gap after it, in em of the change. */
const ARROW = 0.76;
/** What a tile keeps free at its edges, both sides together. */
const TILE_PADDING = { wide: 1, narrow: 0.375, vertical: 0.25 };

const clamp = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/**
 * What fits a tile of this size in rem: as much as its text, by measured width, leaves room for; null where not even its symbol
 * does. Where all tiles are small, `boost` enlarges the type that has room.
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

/** Whether a tile can say which ticker it is. */
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
  const fitting = (text: string, wanted: number) => Math.min(wanted, inner / emWidth(text), tall / LINE);
  if (width >= NAME_MIN_WIDTH || isCode) {
    const size = fitting(name, clamp(SMALL_FONT_SIZE, 0.125 * side, 2.125));
    if (size >= (isCode ? SMALL_FONT_SIZE : MIN_NAME_FONT_SIZE)) return { title: name, size };
  }
  const size = fitting(symbol, clamp(SMALL_FONT_SIZE, 0.155 * side, 2.125));
  return size >= MIN_FONT_SIZE ? { title: symbol, size } : null;
}

function changeOf(inner: number, left: number, side: number, { change, arrow }: TileWords) {
  const wanted = Math.min(clamp(SMALL_FONT_SIZE, 0.125 * side, 2), left / LINE);
  for (const isMarked of arrow ? [true, false] : [false]) {
    const size = Math.min(wanted, inner / (emWidth(change) + (isMarked ? ARROW : 0)));
    if (size >= MIN_FONT_SIZE) return { size, arrow: isMarked };
  }
  return undefined;
}
