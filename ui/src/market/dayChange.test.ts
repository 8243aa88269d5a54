import { expect, test } from 'vitest';
import { dayChangeName, dayChangePeriod } from './dayChange';

test('only markets that trade around the clock have a 24-hour change', () => {
  expect(dayChangeName('crypto')).toBe('24h');
  expect(dayChangeName('stock')).toBe('Today');
  expect(dayChangeName('index')).toBe('Today');
  expect(dayChangePeriod('crypto')).toBe('in 24h');
  expect(dayChangePeriod('etf')).toBe('today');
});
