import { expect, test } from 'vitest';
import type { CalendarDividend } from '~/api/types';
import { ahead, onDay, perDay, statusOf } from './payments';

const paid = (symbol: string, exDate: string, rest: Partial<CalendarDividend> = {}) =>
  ({ symbol, exDate, kind: 'regular', isProjected: false, ...rest }) as CalendarDividend;
const payments = [
  paid('FAR', '2026-12-21'),
  paid('EDGE', '2026-12-20'),
  paid('B', '2026-11-24'),
  paid('A', '2026-11-24'),
  paid('NOW', '2026-11-20'),
  paid('PAST', '2026-11-19'),
];

test('upcoming payments start today and are in date order; the order within a day is kept', () => {
  expect(ahead(payments, '2026-11-20', 30).map(({ symbol }) => symbol)).toEqual(['NOW', 'B', 'A', 'EDGE']);
  expect(onDay(payments, '2026-11-24').map(({ symbol }) => symbol)).toEqual(['B', 'A']);
  expect(perDay(payments).get('2026-11-24')).toBe(2);
});

test('a projected payment is estimated, and a special one is marked as special', () => {
  expect(statusOf(paid('A', '2026-11-24'))).toBe('Confirmed');
  expect(statusOf(paid('A', '2026-11-24', { isProjected: true }))).toBe('Estimated');
  expect(statusOf(paid('A', '2026-11-24', { isProjected: true, kind: 'special' }))).toBe('Special');
});
