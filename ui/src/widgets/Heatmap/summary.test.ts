import { expect, test } from 'vitest';
import { changeOver } from './periods';
import { summaryOf } from './summary';

const item = (id: number, size: number, group: string) => ({ row: { id }, size, group });

test("a sector's change is the average of its known changes, weighted by size", () => {
  const items = [
    item(1, 300, 'Energy'),
    item(2, 100, 'Energy'),
    item(3, 900, 'Energy'),
    item(4, 10, 'Metals'),
  ];
  const changes = new Map([
    [1, 2],
    [2, -2],
    [3, null],
    [4, -0.001],
  ]);
  const { up, down, groups } = summaryOf(items, changes);
  expect([up, down]).toEqual([1, 1]);
  expect(groups.get('Energy')).toEqual({ count: 3, size: 1300, change: 1, order: [1, 2] });
  expect(groups.get('Metals')?.change).toBe(-0.001);
});

test('changes over a month and this year are from the close before the period to the latest price', () => {
  const quote = { price: 110, change24h: 1, change7d: 2 };
  const closes = { id: 1, monthAgo: 100, yearStart: 88 };
  const over = (period: '1D' | '1W' | '1M' | 'YTD') => changeOver(quote, period, closes);
  expect([over('1D'), over('1W')]).toEqual([1, 2]);
  expect(over('1M')).toBeCloseTo(10, 9);
  expect(over('YTD')).toBeCloseTo(25, 9);
  expect(changeOver(quote, '1M', undefined)).toBeNull();
  expect(changeOver(quote, '1M', { ...closes, monthAgo: -2 })).toBeNull();
});
