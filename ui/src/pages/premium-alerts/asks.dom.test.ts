import { expect, test } from 'vitest';
import { asks } from './ConditionFields';
import { firstDraft } from './draft';

test.each([
  ['index', 'USD', 'Value (points)'],
  ['stock', 'EUR', 'Value (euros)'],
  ['stock', 'USD', 'Value (US dollars)'],
  ['currency', 'USD', 'Value (rate)'],
  ['bond', 'EUR', 'Value (percent of par)'],
] as const)('the value of %s in %s is asked for as %s', (type, currency, label) => {
  const priceUnit = type === 'bond' ? 'percent' : 'currency';
  expect(asks(firstDraft(new URLSearchParams()), { type, currency, priceUnit })[0]).toBe(label);
});
