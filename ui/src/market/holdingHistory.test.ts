import { expect, test } from 'vitest';
import { gainOver } from './holdingHistory';

const point = (value: number, added: number, benchmark: number | null = null) => ({
  date: '2026-11-20',
  value,
  paid: null,
  added,
  benchmark,
});

test('the gain is the change of the value', () => {
  expect(gainOver([point(100, 80), point(105, 80), point(110, 80)])).toEqual({ amount: 10, percent: 10 });
});

test('money added or taken out is not a gain', () => {
  expect(gainOver([point(100, 100), point(210, 200)])).toEqual({ amount: 10, percent: 5 });
  expect(gainOver([point(100, 100), point(60, 50)])).toEqual({ amount: 10, percent: 10 });
});

test('the gain of an index begins with its first known value', () => {
  const points = [point(100, 100), point(110, 100, 100), point(120, 100, 90)];
  expect(gainOver(points, ({ benchmark }) => benchmark)).toEqual({ amount: -10, percent: -10 });
});

test('there is no gain with fewer than two values, and no percentage without money', () => {
  expect(gainOver([])).toBeUndefined();
  expect(gainOver([point(100, 100)])).toBeUndefined();
  expect(gainOver([point(100, 100), point(110, 100)], ({ benchmark }) => benchmark)).toBeUndefined();
  expect(gainOver([point(0, 0), point(10, 0)])).toEqual({ amount: 10, percent: null });
});
