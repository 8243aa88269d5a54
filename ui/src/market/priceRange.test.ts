import { expect, test } from 'vitest';
import type { PriceRange } from '~/api/types';
import { fromHighest, highestPrice, highName, yearPosition } from './priceRange';

const RANGE: PriceRange = {
  id: 1,
  yearLow: 80,
  yearHigh: 120,
  allTimeHigh: { value: 200, date: '2024-05-02', since: '2021-03-01', isAllTime: false },
};

test('a price above the known high is the new high', () => {
  expect(highestPrice(RANGE, 150)).toBe(200);
  expect(highestPrice(RANGE, 210)).toBe(210);
  expect(fromHighest(RANGE, 150)).toBe(-25);
  expect(fromHighest(RANGE, 210)).toBe(0);
});

test('the position in 52 weeks is in percent and clamped', () => {
  expect(yearPosition(RANGE, 90)).toBe(25);
  expect(yearPosition(RANGE, 130)).toBe(100);
});

test('without ranges, the high and all distances are null', () => {
  const none = { ...RANGE, yearLow: null, yearHigh: null, allTimeHigh: null };
  for (const range of [undefined, none]) {
    expect(highestPrice(range, 150)).toBeNull();
    expect(fromHighest(range, 150)).toBeNull();
    expect(yearPosition(range, 150)).toBeNull();
    expect(highName(range)).toBeUndefined();
  }
});

test('highName states the year from which prices are known', () => {
  expect(highName(RANGE)).toBe('High since 2021, May 2, 2024');
  const high = { value: 200, date: null, since: '2021-03-01', isAllTime: true };
  expect(highName({ ...RANGE, allTimeHigh: high })).toBe('All-time high');
});
