import { expect, test } from 'vitest';
import { parseAmount } from './parseAmount';

test('an amount is read as people write it in English', () => {
  const amounts = {
    '100': 100,
    ' $1,250.50 ': 1250.5,
    '0.00001234': 0.00001234,
    '.5': 0.5,
    '5 %': 5,
    '1,000,000': 1e6,
  };
  for (const [text, amount] of Object.entries(amounts)) expect(parseAmount(text), text).toBe(amount);
});

test('an amount that can be read in two ways, or in none, is refused', () => {
  for (const text of [
    '1,5',
    '1.234,56',
    '0,00001234',
    '12abc',
    '100-200',
    '12.3.4',
    '1,2345',
    '',
    '.',
    '-5',
    '1e3',
    'NaN',
  ])
    expect(parseAmount(text), text).toBeNull();
});
