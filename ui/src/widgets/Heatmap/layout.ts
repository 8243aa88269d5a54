import { type Rect, treemap } from '~/market/treemap';

/** Something that is drawn. */
export interface Sized {
  /** Its share of the area, in any unit. */
  size: number;
  group: string;
}

/** The least share of the whole: of a tile that can be pointed at, and of a group that can be named. */
const LEAST_TILE = 0.006;
const LEAST_GROUP = 0.04;
/** All tiles together, and all groups, are given no more than this share. */
const LEAST_OF_ALL = 0.15;

/** Sizes to draw things of this measure: what would be a sliver, or nothing, is drawn larger. */
export function drawable(things: readonly { measure: number; group: string }[]): number[] {
  const whole = things.reduce((sum, { measure }) => sum + measure, 0);
  const least = (share: number, count: number) => whole * Math.min(share, LEAST_OF_ALL / Math.max(1, count));
  const leastTile = least(LEAST_TILE, things.length);
  const totals = new Map<string, number>();
  for (const { measure, group } of things)
    totals.set(group, (totals.get(group) ?? 0) + Math.max(measure, leastTile));
  const leastGroup = least(LEAST_GROUP, totals.size);
  return things.map(({ measure, group }) => {
    const growth = Math.max(1, leastGroup / (totals.get(group) ?? leastGroup));
    return Math.max(measure, leastTile) * growth;
  });
}

export interface Layout<T> {
  groups: { name: string; box: Rect }[];
  tiles: { item: T; box: Rect }[];
}

/** Room of a group's name above its tiles, and between tiles, in rem. */
const HEAD = 1.5;
const GAP = 0.125;
const GROUP_GAP = 0.375;
/** A group that is smaller than this is drawn without its name. */
const NAMED = { width: 3.5, height: 2.75 };

/** Places of tiles in a box, in rem, group by group where there are several. */
export function layout<T extends Sized>(items: readonly T[], width: number, height: number): Layout<T> {
  const names = [...new Set(items.map(({ group }) => group))];
  if (names.length < 2) return { groups: [], tiles: tilesIn(items, { x: 0, y: 0, width, height }) };
  const members = names.map((name) => items.filter(({ group }) => group === name));
  const boxes = treemap(
    members.map(total),
    // The last gap falls off the edge.
    { x: 0, y: 0, width: width + GROUP_GAP, height: height + GROUP_GAP },
  );
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
