import { expect, test } from 'vitest';
import { fixedScale, scaleBySpread, stepOf, stepText } from './scale';

test('a fixed scale depends on the type of the tickers and on the period', () => {
  expect(fixedScale(['stock', 'stock'], '1D')).toEqual([0.2, 1, 2, 3]);
  expect(fixedScale(['index'], '1D')).toEqual([0.1, 0.5, 1, 1.5]);
  expect(fixedScale(['crypto'], '1D')).toEqual([0.4, 2, 4, 6]);
  expect(fixedScale(['crypto', 'stock'], '1D')).toEqual([0.2, 1, 2, 3]);
  expect(fixedScale(['etf'], '1W')).toEqual([0.4, 2, 4, 6]);
  expect(fixedScale(['currency'], 'YTD')).toEqual([1, 5, 10, 15]);
  expect(fixedScale([], '1M')).toEqual([0.8, 4, 8, 12]);
});

test("a scale by spread matches the day's spread, and a few outliers don't widen it", () => {
  const changes = Array.from({ length: 40 }, (_, index) => (index % 2 ? 1 : -1) * 0.043 * index);
  expect(scaleBySpread(changes)).toEqual([0.1, 0.5, 1, 1.75]);
  expect(scaleBySpread([...changes, 40, -60])).toEqual([0.1, 0.5, 1, 1.75]);
  expect(scaleBySpread(changes.map((change) => 10 * change))).toEqual([0.9, 4.6, 9.1, 16]);
  expect(scaleBySpread([null])[3]).toBe(0.5);
});

test('a scale has four steps in each direction; zero and unknown changes have none', () => {
  const scale = [0.1, 0.5, 1, 1.75] as const;
  expect([null, 0.004, 0.05, -0.1, 0.5, -1.2, 1.75, -9].map((change) => stepOf(change, scale))).toEqual([
    0, 0, 0, 1, 2, 3, 4, 4,
  ]);
  expect([stepText(1.75, 'down'), stepText(1, 'up')]).toEqual(['−1.75', '+1.0']);
});
