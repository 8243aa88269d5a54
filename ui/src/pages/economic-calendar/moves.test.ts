import { expect, test } from 'vitest';
import type { EconomicDate } from '~/api/types';
import { movesByDay, previousDate } from './moves';

test("a day's change is relative to the previous close", () => {
  const closes = [
    { timestamp: '2026-11-12T00:00:00Z', price: 200 },
    { timestamp: '2026-11-13T00:00:00Z', price: 201 },
    { timestamp: '2026-11-16T00:00:00Z', price: 199.995 },
  ];
  const moves = movesByDay(closes);
  expect(moves.has('2026-11-12')).toBe(false);
  expect(moves.get('2026-11-13')).toBeCloseTo(0.5, 9);
  expect(moves.get('2026-11-16')).toBeCloseTo(-0.5, 9);
});

test('the previous release is before the release in question and not in the future', () => {
  const on = (date: string, name = 'Prices') => ({ name, date }) as EconomicDate;
  const dates = [
    on('2026-09-10'),
    on('2026-10-13'),
    on('2026-11-12'),
    on('2026-12-10'),
    on('2026-11-20', 'Jobs'),
  ];
  expect(previousDate(dates, on('2026-12-10'), '2026-11-25')).toBe('2026-11-12');
  expect(previousDate(dates, on('2026-11-12'), '2026-11-25')).toBe('2026-10-13');
  expect(previousDate(dates, on('2027-01-12'), '2026-11-25')).toBe('2026-11-12');
  expect(previousDate(dates, on('2026-12-01', 'Others'), '2026-11-25')).toBeUndefined();
});
