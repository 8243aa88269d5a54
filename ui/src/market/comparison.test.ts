import { expect, test } from 'vitest';
import { baseOf, compare, keptPoints } from './comparison';

const points = (prices: readonly number[], first = 1) =>
  prices.map((price, n) => ({ timestamp: `2026-11-${String(first + n).padStart(2, '0')}T00:00:00Z`, price }));

test('STCK-04 prices are converted to percent changes since the first common time', () => {
  const { times, lines } = compare([
    { symbol: 'AAPL', points: points([100, 200, 300]) },
    { symbol: 'MSFT', points: points([50, 40], 2) },
  ]);
  expect(times).toEqual(['2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z']);
  expect(lines).toEqual([
    { symbol: 'AAPL', prices: [200, 300], percents: [0, 50] },
    { symbol: 'MSFT', prices: [50, 40], percents: [0, expect.closeTo(-20)] },
  ]);
});

test('STCK-04 a line without a point at a time repeats its last price, and an empty line is omitted', () => {
  const { lines } = compare([
    { symbol: 'AAPL', points: points([100, 110, 120]) },
    { symbol: 'MSFT', points: [points([50])[0], ...points([60], 3)].filter((point) => point !== undefined) },
    { symbol: 'META', points: [] },
  ]);
  expect(lines.map(({ symbol }) => symbol)).toEqual(['AAPL', 'MSFT']);
  expect(lines[1]?.prices).toEqual([50, 50, 60]);
});

test('STCK-04 a range has 24, 168 or 30 points, and YTD those of this year', () => {
  const many = Array.from({ length: 200 }, (_, n) => ({ timestamp: `2026-01-01T00:00:${n}Z`, price: n }));
  expect(keptPoints(many, '1D', '2026-11-20')).toHaveLength(24);
  expect(keptPoints(many, '7D', '2026-11-20')).toHaveLength(168);
  expect(keptPoints(many, '1M', '2026-11-20').at(-1)?.price).toBe(199);
  expect(keptPoints(many, '1M', '2026-11-20')).toHaveLength(30);
  const turn = [
    { timestamp: '2025-12-31T00:00:00Z', price: 1 },
    { timestamp: '2026-01-02T00:00:00Z', price: 2 },
  ];
  expect(keptPoints(turn, 'YTD', '2026-11-20')).toEqual([turn[1]]);
});

test('changes are relative to the prices before the first common time if each line has one', () => {
  const { times, lines, isFromBefore } = compare([
    { symbol: 'AAPL', points: points([100, 200, 300]) },
    { symbol: 'MSFT', points: points([50, 40], 2), base: { timestamp: '2026-10-31T00:00:00Z', price: 40 } },
  ]);
  expect(isFromBefore).toBe(true);
  // All lines start at 0, at the time of the newest of these prices.
  expect(times).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => `${day}T00:00:00Z`));
  expect(lines[0]?.percents).toEqual([0, 100, 200]);
  expect(lines[1]?.percents).toEqual([0, 25, 0]);
  expect(lines[1]?.prices).toEqual([40, 50, 40]);
});

test("the base price is the last omitted point, or the range's own base price", () => {
  const all = [
    { timestamp: '2026-11-01T00:00:00Z', price: 2, base: { timestamp: '', price: 1 } },
    ...points([3, 4], 2),
  ];
  expect(baseOf(all, all)?.price).toBe(1);
  expect(baseOf(all, all.slice(1))?.price).toBe(2);
  expect(baseOf(points([3, 4]), points([3, 4]))).toBeNull();
});

test('times with and without fractions of a second are sorted correctly', () => {
  const at = (second: string) => `2026-11-20T15:00:${second}Z`;
  const line = (seconds: string[]) => seconds.map((second, n) => ({ timestamp: at(second), price: n + 1 }));
  const { times } = compare([
    { symbol: 'AAPL', points: line(['05', '05.9', '06']) },
    { symbol: 'MSFT', points: line(['05.5', '06.000']) },
  ]);
  expect(times.map((time) => Date.parse(time) % 60_000)).toEqual([5500, 5900, 6000]);
});
