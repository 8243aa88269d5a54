import type { Column, HasId } from './column';

export interface Sort {
  key: string;
  dir: 'asc' | 'desc';
}

/** Parses the sort order in the URL; undefined if it doesn't name a sortable column. */
export function parseSort<Row extends HasId>(
  key: string | null,
  dir: string | null,
  columns: readonly Column<Row>[],
): Sort | undefined {
  const column = columns.find((each) => each.key === key && each.value);
  return column && { key: column.key, dir: dir === 'asc' ? 'asc' : 'desc' };
}

/** Returns the sort order after a click on a heading: text from A, numbers from the largest. The next click reverses the order. */
export function nextSort<Row extends HasId>(
  column: Column<Row>,
  current: Sort | undefined,
  rows: readonly Row[],
): Sort {
  if (current?.key === column.key) return { key: column.key, dir: current.dir === 'asc' ? 'desc' : 'asc' };
  const isText = rows.some((row) => typeof column.value?.(row) === 'string');
  return { key: column.key, dir: isText ? 'asc' : 'desc' };
}

/** Returns a sorted copy. Equal rows keep their order, and unknown values are last in both directions. */
export function sortRows<Row extends HasId>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const value = columns.find((column) => column.key === sort?.key)?.value;
  if (!sort || !value) return rows;
  const sign = sort.dir === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [value(a) ?? null, value(b) ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b), 'en');
  return a - b;
}
