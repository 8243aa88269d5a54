import { expect, test } from 'vitest';
import {
  activeCount,
  aumLabel,
  aumText,
  categoriesText,
  expenseLabel,
  expenseText,
  parseAum,
  parseCategories,
  parseExpense,
} from './filterText';

test('SCRN-01 filters survive a round trip through the URL', () => {
  expect(parseAum(aumText(10, 80))).toEqual({ from: 10, to: 80 });
  expect(aumText(0, 100)).toBe('');
  expect(parseExpense(expenseText(0.35))).toBe(0.35);
  expect(expenseText(0)).toBe('0.00');
  expect(expenseText(1)).toBe('');
  expect(parseCategories(categoriesText(['Sector', 'Fixed Income']))).toEqual(['Fixed Income', 'Sector']);
});

test.each(['', 'x', '80-10', '0-101', '1.5-3', '-1-3'])('SCRN-01 the AUM %o means no filter', (text) => {
  expect(parseAum(text)).toEqual({ from: 0, to: 100 });
});

test('SCRN-01 invalid filter texts mean no filter', () => {
  expect(['', 'x', '-0.5', '9', '0.123'].map(parseExpense)).toEqual([1, 1, 1, 1, 1]);
  expect(parseCategories('Nothing,equity')).toEqual([]);
});

test('SCRN-01 a slider describes its value', () => {
  expect(aumLabel(0, 100, 'USD')).toBe('Any');
  expect(aumLabel(10, 100, 'USD')).toBe('At least $10B');
  expect(aumLabel(0, 80, 'USD')).toBe('At most $80B');
  expect(aumLabel(10, 80, 'USD')).toBe('$10B to $80B');
  expect(aumLabel(10, 80, 'EUR')).toBe('€10B to €80B');
  expect(expenseLabel(0.35)).toBe('At most 0.35%');
  expect(expenseLabel(1)).toBe('Any');
});

test('SCRN-01 each filter that is set counts as active, except the tab', () => {
  const none = { text: ' ', tab: 'bond', aumFrom: 0, aumTo: 100, expense: 1, categories: [] } as const;
  expect(activeCount(none)).toBe(0);
  expect(activeCount({ ...none, text: 'a', aumTo: 99, expense: 0.5, categories: ['Equity'] })).toBe(4);
});
