import { expect, test } from 'vitest';
import { isBlank, lotText, parseLot } from './lotForm';

const row = { key: 1, date: '2026-03-02', quantity: '10', price: '150.5', fee: '' };
const TODAY = '2026-11-29';

test('a row is parsed, and an empty fee becomes null', () => {
  expect(parseLot(row, TODAY)).toEqual({
    lot: { date: '2026-03-02', quantity: 10, price: 150.5, fee: null },
  });
});

test('a negative quantity is a sale', () => {
  for (const quantity of ['-3', '−3', ' - 3'])
    expect(parseLot({ ...row, quantity }, TODAY)).toMatchObject({ lot: { quantity: -3 } });
});

test('each invalid field has its own error sentence', () => {
  const result = parseLot({ ...row, date: '', quantity: '0', price: 'x', fee: '-1' }, TODAY);
  expect(Object.keys('errors' in result ? result.errors : {}).sort()).toEqual([
    'date',
    'fee',
    'price',
    'quantity',
  ]);
});

test('a date in the future is rejected', () => {
  expect(parseLot({ ...row, date: '2026-11-30' }, TODAY)).toEqual({
    errors: { date: 'This date is in the future.' },
  });
});

test('a stored lot is unchanged after it was formatted and parsed', () => {
  const lot = { date: '2026-01-05', quantity: 0.125, price: 40_000, fee: 1.5 };
  expect(parseLot(lotText(lot, 7), TODAY)).toEqual({ lot });
  expect(isBlank(lotText(lot, 7))).toBe(false);
});
