import { type Rect, treemap } from '~/market/treemap';

/** Something that is drawn. */
export interface Sized {
  size: number;
  group: string;
}

export interface Layout<T> {
  groups: { name: string; box: Rect }[];
  tiles: { item: T; box: Rect }[];
}

/** Room of a group's name above its tiles, and between tiles, in px. */
const HEAD = 24;
const GAP = 2;
const GROUP_GAP = 6;
/** A group that is smaller than this is drawn without its name. */
const NAMED = { width: 56, height: 52 };

/** Places of tiles in a box of px, group by group where there are several. */
export function layout<T extends Sized>(items: readonly T[], width: number, height: number): Layout<T> {
  const names = [...new Set(items.map(({ group }) => group))];
  const box = { x: 0, y: 0, width, height };
  if (names.length < 2) return { groups: [], tiles: tilesIn(items, box) };
  const members = names.map((name) => items.filter(({ group }) => group === name));
  const boxes = treemap(members.map(total), box);
  const result: Layout<T> = { groups: [], tiles: [] };
  for (const [index, name] of names.entries()) {
    const whole = inset(boxes[index] as Rect, GROUP_GAP);
    const named = whole.width >= NAMED.width && whole.height >= NAMED.height;
    if (named) result.groups.push({ name, box: { ...whole, height: HEAD } });
    const inner = named ? { ...whole, y: whole.y + HEAD, height: whole.height - HEAD } : whole;
    result.tiles.push(...tilesIn(members[index] ?? [], inner));
  }
  return result;
}

function tilesIn<T extends Sized>(items: readonly T[], box: Rect): Layout<T>['tiles'] {
  const boxes = treemap(
    items.map(({ size }) => size),
    // The last gap of a row falls off the edge.
    { ...box, width: box.width + GAP, height: box.height + GAP },
  );
  return items.map((item, index) => ({ item, box: inset(boxes[index] as Rect, GAP) }));
}

const inset = (box: Rect, gap: number): Rect => ({
  ...box,
  width: Math.max(0, box.width - gap),
  height: Math.max(0, box.height - gap),
});

const total = (items: readonly Sized[]) => items.reduce((sum, { size }) => sum + size, 0);

/** How much a tile of this size can say. */
export function roomOf({ width, height }: Rect): 'all' | 'most' | 'symbol' | 'none' {
  if (width >= 104 && height >= 76) return 'all';
  if (width >= 58 && height >= 40) return 'most';
  if (width >= 34 && height >= 18) return 'symbol';
  return 'none';
}

/** Beyond this change in percent, in either direction, a tile has its deepest colour. */
export const DEEPEST = 3;
const STEPS = [0.5, 1.5, DEEPEST];

/** The step of colour for a change in percent: 0 (none) to 4, with the direction told apart. */
export function depthOf(change: number | null): number {
  const size = Math.abs(change ?? 0);
  if (change === null || size < 0.005) return 0;
  return 1 + STEPS.filter((step) => size >= step).length;
}
