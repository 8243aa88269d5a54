import { expect, test } from 'vitest';
import { correlation, maxDrawdown, monthsBefore } from './priceStatistics';

const points = (prices: readonly number[], skippedDay = -1) =>
  prices.flatMap((price, day) =>
    day === skippedDay ? [] : [{ timestamp: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(), price }],
  );
/** Prices that rise and fall in turn. */
const ZIGZAG = Array.from({ length: 30 }, (_, day) => 100 + (day % 2) * 10 + (day % 3));

test('monthsBefore stays in the month before', () => {
  const days = (now: string, months: number) => new Date(monthsBefore(Date.parse(now), months)).toISOString();
  expect(days('2026-11-21T17:00:00Z', 1)).toBe('2026-10-21T17:00:00.000Z');
  expect(days('2026-03-31T17:00:00Z', 1)).toBe('2026-02-28T17:00:00.000Z');
  expect(days('2026-01-15T17:00:00Z', 60)).toBe('2021-01-15T17:00:00.000Z');
});

test('the drawdown is from the highest price so far, not from the last one', () => {
  expect(maxDrawdown(points([100, 200, 150, 180, 120, 190]))).toBeCloseTo(-40);
  expect(maxDrawdown(points([100, 110, 120]))).toBe(0);
  expect(maxDrawdown(points([100]))).toBeNull();
});

test('the correlation is 1 with itself, −1 with its inverse, and compares only common days', () => {
  expect(correlation(points(ZIGZAG), points(ZIGZAG))).toBeCloseTo(1);
  expect(correlation(points(ZIGZAG), points(ZIGZAG.map((price) => 10_000 / price)))).toBeCloseTo(-1, 1);
  expect(correlation(points(ZIGZAG), points(ZIGZAG, 7))).toBeCloseTo(1);
});

test('without enough common days, or with a constant price, there is no correlation', () => {
  expect(correlation(points(ZIGZAG.slice(0, 20)), points(ZIGZAG))).toBeNull();
  expect(correlation(points(ZIGZAG), points(ZIGZAG.map(() => 5)))).toBeNull();
});
