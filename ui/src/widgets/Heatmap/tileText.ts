import type { Rect } from '~/market/treemap';

/** What a tile could say. */
export interface TileWords {
  name: string;
  symbol: string;
  price: string;
  /** With its sign and percent. */
  change: string;
}

/** What a tile has room for, all sizes in rem. */
export type TileText =
  | { room: 'all'; title: string; size: number }
  | { room: 'most'; size: number }
  | { room: 'symbol'; size: number }
  | { room: 'none' };

/** Widths in em of semibold letters, a little more than the font's own. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[.,:;'|ilIjt !]/, 0.36],
  [/[frJ()\-/]/, 0.46],
  [/[MW%@mw]/, 0.98],
  [/[A-Z&+\u2212$=^<>]/, 0.76],
];
const USUAL_WIDTH = 0.66;

/** About how wide a text is, in em; rather too wide than too narrow. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH;
  return width;
}

/** The arrow before a change, and the gap after it, in em of the change. */
const ARROW = 0.75;
const LINE = 1.25;
/** Type of the lines above the change, in rem. */
const NAME = 0.875;
const PRICE = 0.75;
const SYMBOL = 0.75;
/** What a tile keeps free at its edges, both sides together, in rem. */
const WIDE_EDGE = { x: 1.5, y: 1.25 };
const NARROW_EDGE = { x: 0.875, y: 0.75 };

/** The size at which a change fills a width, between the least that is read and the most that looks well. */
function fitting(change: string, width: number, least: number, most: number): number | null {
  const size = Math.min(most, width / (widthOf(change) + ARROW));
  return size >= least ? size : null;
}

/**
 * How much a tile says: name, price and change, or its symbol and the change, or its symbol, or nothing.
 * A figure that does not fit is left out: half of it would be another figure.
 */
export function tileText(box: Rect, words: TileWords): TileText {
  return wholeText(box, words) ?? shortText(box, words) ?? symbolText(box, words) ?? { room: 'none' };
}

function wholeText({ width, height }: Rect, { name, symbol, price, change }: TileWords): TileText | null {
  const inner = width - WIDE_EDGE.x;
  const left = height - WIDE_EDGE.y - LINE * (NAME + PRICE);
  const most = Math.min(2.125, Math.max(1.375, 0.14 * Math.min(width, height)), left / LINE);
  const size = fitting(change, inner, 1, most);
  if (size === null || inner < widthOf(price) * PRICE || inner < widthOf(symbol) * NAME) return null;
  const title = widthOf(name) * NAME <= inner ? name : symbol;
  return { room: 'all', title, size };
}

function shortText({ width, height }: Rect, { symbol, change }: TileWords): TileText | null {
  const inner = width - NARROW_EDGE.x;
  const most = Math.min(1, (height - NARROW_EDGE.y) / LINE - SYMBOL);
  const size = fitting(change, inner, 0.6875, most);
  return size === null || inner < widthOf(symbol) * SYMBOL ? null : { room: 'most', size };
}

function symbolText({ width, height }: Rect, { symbol }: TileWords): TileText | null {
  const size = Math.min(SYMBOL, (width - 0.25) / widthOf(symbol), height / LINE);
  return size >= 0.625 ? { room: 'symbol', size } : null;
}
