import { type Rect, treemap } from '~/market/treemap';
import { emWidth } from './textWidth';

/** An item with a size. */
export interface Sized {
  symbol: string;
  /** Its area in any unit, above zero. */
  size: number;
  group: string;
}

export interface PlacedTile<T> {
  item: T;
  box: Rect;
}

export interface PlacedGroup<T extends Sized> {
  name: string;
  /** The heading above its tiles; undefined if there is no room. */
  head?: { box: Rect; name: string };
  tiles: PlacedTile<T>[];
  /** Items too small to show their symbol, as one tile. */
  rest?: { box: Rect; items: readonly T[] };
}

/** The height and font size of a group's heading, in rem. */
export interface HeadingSize {
  height: number;
  fontSize: number;
}

const DEFAULT_HEADING: HeadingSize = { height: 1.375, fontSize: 0.75 };
/** Gaps between tiles and between groups, in rem. */
const GAP = 0.125;
const GROUP_GAP = 0.375;
/**
 * Groups smaller than MIN_GROUP_SHARE of the total are enlarged to it. If enlarged groups could take more than MAX_ENLARGED_SHARE
 * together, they are enlarged less.
 */
const MIN_GROUP_SHARE = 0.025;
const MAX_ENLARGED_SHARE = 0.15;
/** Minimum area of the rest tile ('+5'), in square rem. */
const MIN_REST_AREA = 1.2;
/** Factor by which the rest tile grows until its label fits. */
const GROWTH = 1.3;

/** Short sector names, used where the full name does not fit. */
const SHORT: Readonly<Record<string, string>> = {
  'Basic Materials': 'Materials',
  'Communication Services': 'Communication',
  'Consumer Cyclical': 'Cons. Cycl.',
  'Consumer Defensive': 'Cons. Def.',
  'Financial Services': 'Financials',
  'Real Estate': 'Real Est.',
};

/** Groups items; groups and their items are sorted by size, largest first. */
export function grouped<T extends Sized>(
  items: readonly T[],
): { name: string; members: T[]; total: number }[] {
  const groups = new Map<string, T[]>();
  for (const item of [...items].sort((a, b) => b.size - a.size))
    groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups]
    .map(([name, members]) => ({ name, members, total: members.reduce((sum, { size }) => sum + size, 0) }))
    .sort((a, b) => b.total - a.total);
}

/** Returns true if a tile of this size in rem can show its symbol. */
type FitsLabel = (width: number, height: number, symbol: string) => boolean;

/**
 * Computes tile positions in a box, in rem, group by group, with areas proportional to sizes. Tiles whose
 * symbols don't fit (`fitsLabel`) are merged into one rest tile per group, which is no larger than the smallest tile with a
 * symbol. `headingSize` is null for groups without headings.
 */
export function layoutTiles<T extends Sized>(
  items: readonly T[],
  width: number,
  height: number,
  fitsLabel: FitsLabel,
  headingSize: HeadingSize | null = DEFAULT_HEADING,
): PlacedGroup<T>[] {
  if (width <= 0 || height <= 0) return [];
  const groups = grouped(items);
  const totalSize = groups.reduce((sum, { total }) => sum + total, 0);
  const minGroupSize = totalSize * Math.min(MIN_GROUP_SHARE, MAX_ENLARGED_SHARE / Math.max(1, groups.length));
  // The box is one gap larger, because each tile ends with a gap.
  const outer = { x: 0, y: 0, width: width + GROUP_GAP, height: height + GROUP_GAP };
  const boxes = treemap(
    groups.map(({ total }) => Math.max(total, minGroupSize)),
    outer,
  );
  return groups.map(({ name, members }, index) => {
    const box = inset(boxes[index] as Rect, GROUP_GAP);
    const head = headingSize ? headOf(name, box, headingSize) : undefined;
    const above = head?.box.height ?? 0;
    const inner = { ...box, y: box.y + above, height: box.height - above };
    return { name, ...(head && { head }), ...tilesIn(members, inner, fitsLabel) };
  });
}

function headOf(name: string, box: Rect, { height, fontSize }: HeadingSize) {
  if (box.height < 2 * height) return undefined;
  const fitting = [name, SHORT[name]].find((text) => text && emWidth(text) * fontSize <= box.width);
  return fitting ? { name: fitting, box: { ...box, height } } : undefined;
}

/** Width of a change's triangle with the gaps around it, in em. */
const CHANGE_WIDTH = 0.67 + 1.05;

/** Returns true if a heading has room for the change next to the name. */
export const hasRoomFor = (change: string, head: { name: string; box: Rect }): boolean =>
  (emWidth(head.name) + emWidth(change) + CHANGE_WIDTH) * DEFAULT_HEADING.fontSize <= head.box.width;

function tilesIn<T extends Sized>(
  members: readonly T[],
  box: Rect,
  fitsLabel: FitsLabel,
): Pick<PlacedGroup<T>, 'tiles' | 'rest'> {
  const groupSize = totalOf(members);
  let minRestSize = (groupSize * MIN_REST_AREA) / Math.max(MIN_REST_AREA, box.width * box.height);
  let visible = members;
  for (;;) {
    const remaining = members.filter((item) => !visible.includes(item));
    const smallest = visible.at(-1)?.size ?? groupSize;
    const rest = remaining.length > 0 ? [Math.min(smallest, Math.max(minRestSize, totalOf(remaining)))] : [];
    const boxes = treemap([...visible.map(({ size }) => size), ...rest], {
      ...box,
      width: box.width + GAP,
      height: box.height + GAP,
    }).map((each) => inset(each, GAP));
    const restBox = remaining.length > 0 ? boxes.at(-1) : undefined;
    const restLabelFits = !restBox || fitsLabel(restBox.width, restBox.height, `+${remaining.length}`);
    const unlabeled = visible.findLast((item) => {
      const { width, height } = boxes[visible.indexOf(item)] as Rect;
      return !fitsLabel(width, height, item.symbol);
    });
    if (visible.length === 0 || (!unlabeled && restLabelFits)) {
      const tiles = visible.map((item, index) => ({ item, box: boxes[index] as Rect }));
      return restBox ? { tiles, rest: { box: restBox, items: remaining } } : { tiles };
    }
    // Lets the rest tile grow up to the size of the smallest tile with a symbol.
    if (!unlabeled && minRestSize < smallest) {
      minRestSize *= GROWTH;
      continue;
    }
    // Removes one tile at a time, smallest first, because the others then get new positions.
    visible = visible.filter((item) => item !== (unlabeled ?? visible.at(-1)));
  }
}

/** Maximum number of tiles in a strip. */
const STRIP_TILES = 4;
/** Width of a strip's rest tile and height of a row, in rem. */
const REST_WIDTH = 2.875;
const ROW_HEIGHT = 4.5;

/** The largest tiles of a group in one row, for a phone. */
export function strip<T extends Sized>(
  members: readonly T[],
  width: number,
  height: number,
): Pick<PlacedGroup<T>, 'tiles' | 'rest'> {
  const shown = members.slice(0, STRIP_TILES);
  const remaining = members.slice(STRIP_TILES);
  const availableWidth = width - GAP * (shown.length - 1) - (remaining.length > 0 ? REST_WIDTH + GAP : 0);
  // Larger items are wider, but every tile is wide enough for its change.
  const weights = shown.map(({ size }) => 1 + 0.5 * (size / (shown[0]?.size ?? size)));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let x = 0;
  const tiles = shown.map((item, index) => {
    const box = { x, y: 0, width: (availableWidth * (weights[index] ?? 0)) / sum, height };
    x += box.width + GAP;
    return { item, box };
  });
  return remaining.length > 0
    ? { tiles, rest: { box: { x, y: 0, width: REST_WIDTH, height }, items: remaining } }
    : { tiles };
}

/** All tiles of a group in rows of four, and the resulting height. */
export function rows<T extends Sized>(
  members: readonly T[],
  width: number,
): { tiles: PlacedTile<T>[]; height: number } {
  const tileWidth = (width - GAP * (STRIP_TILES - 1)) / STRIP_TILES;
  const tiles = members.map((item, index) => ({
    item,
    box: {
      x: (index % STRIP_TILES) * (tileWidth + GAP),
      y: Math.floor(index / STRIP_TILES) * (ROW_HEIGHT + GAP),
      width: tileWidth,
      height: ROW_HEIGHT,
    },
  }));
  return { tiles, height: Math.ceil(members.length / STRIP_TILES) * (ROW_HEIGHT + GAP) - GAP };
}

const totalOf = (items: readonly Sized[]) => items.reduce((sum, { size }) => sum + size, 0);

const inset = (box: Rect, gap: number): Rect => ({
  ...box,
  width: Math.max(0, box.width - gap),
  height: Math.max(0, box.height - gap),
});

/** The tile in the direction of an arrow key: the nearest, preferring tiles straight ahead. */
export function tileForKey<T>(
  tiles: readonly PlacedTile<T>[],
  from: PlacedTile<T>,
  key: string,
): PlacedTile<T> | undefined {
  const vector = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!vector) return undefined;
  const [dx = 0, dy = 0] = vector;
  const middle = ({ box }: PlacedTile<T>) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  const [x, y] = middle(from);
  let best: { tile: PlacedTile<T>; distance: number } | undefined;
  for (const tile of tiles) {
    const [tx, ty] = middle(tile);
    const ahead = (tx - x) * dx + (ty - y) * dy;
    if (ahead <= 0.01) continue;
    const distance = ahead + 2 * Math.abs((tx - x) * dy + (ty - y) * dx);
    if (!best || distance < best.distance) best = { tile, distance };
  }
  return best?.tile;
}
