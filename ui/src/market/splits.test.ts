import { expect, test } from 'vitest';
import { adjustedFor, splitRatio } from './splits';

const split = (date: string, numerator: number, denominator = 1) => ({ date, numerator, denominator });

test('a ratio has the decimals that it needs', () => {
  expect(splitRatio(split('2024-06-10', 10))).toBe('10 for 1');
  expect(splitRatio(split('2024-06-10', 1, 1.5))).toBe('1 for 1.50');
});

test('adjustments are listed from the oldest to the newest', () => {
  expect(adjustedFor([])).toBeUndefined();
  expect(adjustedFor([split('2024-06-10', 10)])).toBe(
    'Quantity and cost are adjusted for the split of 10 for 1 on June 10, 2024.',
  );
  expect(adjustedFor([split('2024-06-10', 10), split('2021-07-20', 4), split('2007-09-11', 3, 2)])).toBe(
    'Quantity and cost are adjusted for the splits of 3 for 2 on September 11, 2007, 4 for 1 on July 20, 2021 and 10 for 1 on June 10, 2024.',
  );
});
