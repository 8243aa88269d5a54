import { directionOf } from '~/market/format';

interface SummaryItem {
  row: { id: number };
  size: number;
  group: string;
}

interface Group {
  count: number;
  size: number;
  /** In percent: the average of the tiles, weighted by size; null if no change is known. */
  change: number | null;
  /** Ids by change, best first. */
  order: number[];
}

export interface Summary {
  /** Numbers of tickers that rose and fell. */
  up: number;
  down: number;
  groups: ReadonlyMap<string, Group>;
}

/** Numbers of advancing and declining tickers, and the change per group. */
export function summaryOf(
  items: readonly SummaryItem[],
  changes: ReadonlyMap<number, number | null>,
): Summary {
  const changeOf = ({ row }: SummaryItem) => changes.get(row.id) ?? null;
  const count = (direction: 'up' | 'down') =>
    items.filter((item) => directionOf(changeOf(item)) === direction).length;
  const members = new Map<string, SummaryItem[]>();
  for (const item of items) members.set(item.group, [...(members.get(item.group) ?? []), item]);
  return {
    up: count('up'),
    down: count('down'),
    groups: new Map([...members].map(([name, all]) => [name, groupOf(all, changeOf)])),
  };
}

function groupOf(all: readonly SummaryItem[], changeOf: (item: SummaryItem) => number | null): Group {
  const changed = all.flatMap((item) => {
    const change = changeOf(item);
    return change === null ? [] : [{ id: item.row.id, size: item.size, change }];
  });
  const weight = changed.reduce((sum, { size }) => sum + size, 0);
  return {
    count: all.length,
    size: all.reduce((sum, { size }) => sum + size, 0),
    change: weight > 0 ? changed.reduce((sum, { size, change }) => sum + size * change, 0) / weight : null,
    order: changed.toSorted((a, b) => b.change - a.change).map(({ id }) => id),
  };
}
