import { expect, test } from 'vitest';
import type { TickerRow } from '~/api/types';
import type { Column } from './column';
import { nextSort, parseSort, sortRows } from './sort';

const row = (id: number, name: string, price: number | null) => ({ id, name, price }) as TickerRow;
const GOLD = row(1, 'Gold', 4000);
const CORN = row(2, 'Corn', 4.31);
const LUMBER = row(3, 'Lumber', null);
const ROWS = [GOLD, LUMBER, CORN];
const COLUMNS: Column<TickerRow>[] = [
  { key: 'name', title: 'Name', value: (each) => each.name, render: (each) => each.name },
  { key: 'price', title: 'Price', value: (each) => each.price, render: (each) => each.price },
  { key: 'picture', title: 'Picture', render: () => null },
];

test('COMM-01 unknown values are last in both directions', () => {
  expect(sortRows(ROWS, COLUMNS, { key: 'price', dir: 'desc' })).toEqual([GOLD, CORN, LUMBER]);
  expect(sortRows(ROWS, COLUMNS, { key: 'price', dir: 'asc' })).toEqual([CORN, GOLD, LUMBER]);
});

test('COMM-01 names are sorted alphabetically, and the input array is not changed', () => {
  expect(sortRows(ROWS, COLUMNS, { key: 'name', dir: 'asc' })).toEqual([CORN, GOLD, LUMBER]);
  expect(ROWS).toEqual([GOLD, LUMBER, CORN]);
  expect(sortRows(ROWS, COLUMNS, undefined)).toBe(ROWS);
});

test('a sort order in the URL is ignored unless the column is sortable', () => {
  expect(parseSort('price', 'asc', COLUMNS)).toEqual({ key: 'price', dir: 'asc' });
  expect(parseSort('price', 'sideways', COLUMNS)).toEqual({ key: 'price', dir: 'desc' });
  expect(parseSort('picture', 'asc', COLUMNS)).toBeUndefined();
  expect(parseSort('nothing', null, COLUMNS)).toBeUndefined();
  expect(parseSort(null, null, COLUMNS)).toBeUndefined();
});

test('a first click shows the largest number or the first name, a second one reverses the order', () => {
  const [name, price] = COLUMNS as [Column<TickerRow>, Column<TickerRow>];
  expect(nextSort(name, undefined, ROWS)).toEqual({ key: 'name', dir: 'asc' });
  expect(nextSort(price, { key: 'name', dir: 'asc' }, ROWS)).toEqual({ key: 'price', dir: 'desc' });
  expect(nextSort(price, { key: 'price', dir: 'desc' }, ROWS)).toEqual({ key: 'price', dir: 'asc' });
});
