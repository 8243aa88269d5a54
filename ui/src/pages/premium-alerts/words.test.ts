import { expect, test } from 'vitest';
import { sentence } from './words';

test('ALRT-04 an alert is described in a sentence', () => {
  expect(sentence({ type: 'price', condition: 'above', value: 100 })).toBe('Price rises above $100.00');
  expect(sentence({ type: 'price', condition: 'crosses', value: 0.5 })).toMatch(/^Price crosses \$0\.50/);
  expect(sentence({ type: 'volume', condition: 'below', value: 2_000_000 })).toBe(
    'Volume falls below 2,000,000',
  );
  expect(sentence({ type: 'price', condition: 'percent_change', value: 5 })).toBe(
    'Price changes by 5% in 24 hours',
  );
});
