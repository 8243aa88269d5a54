import { expect, test } from 'vitest';
import { seriesByCount } from '~/chart/series';
import { startAtOpen } from './startAtOpen';

const bar = (timestamp: string, open: number, price: number) => ({
  ...{ timestamp, open, price },
  high: Math.max(open, price),
  low: Math.min(open, price),
});
const CLOSE = { timestamp: '2026-11-13T21:00:00Z', price: 310 };
const BARS = [
  bar('2026-11-16T14:35:00Z', 308, 308.5),
  bar('2026-11-16T14:40:00Z', 308.5, 307),
  bar('2026-11-16T14:45:00Z', 307, 309),
  bar('2026-11-16T14:50:00Z', 309, 311),
];

test('a week begins at the open of its first bar, and keeps the previous close', () => {
  const week = startAtOpen(seriesByCount([CLOSE, ...BARS]));
  expect(week?.before).toMatchObject(CLOSE);
  expect(week?.series.points[0]).toEqual({ timestamp: '2026-11-16T14:30:00.000Z', price: 308, x: 0 });
  expect(week?.series.points.slice(1)).toEqual(seriesByCount([CLOSE, ...BARS]).points.slice(1));
});

test('without a previous close, without bars, and with daily bars, a week is unchanged', () => {
  expect(startAtOpen(seriesByCount(BARS))).toBeNull();
  expect(startAtOpen(seriesByCount([CLOSE, { timestamp: '2026-11-16T14:35:00Z', price: 308 }]))).toBeNull();
  expect(startAtOpen(seriesByCount([CLOSE]))).toBeNull();
  const days = ['16', '17', '18'].map((day) => bar(`2026-11-${day}T00:00:00Z`, 308, 309));
  expect(startAtOpen(seriesByCount([{ timestamp: '2026-11-13T00:00:00Z', price: 310 }, ...days]))).toBeNull();
});
