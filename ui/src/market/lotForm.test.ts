import { expect, test } from 'vitest';
import { isBlank, lotText, parseLot } from './lotForm';

const row = { key: 1, date: '2026-03-02', quantity: '10', price: '150.5', fee: '' };
const TODAY = '2026-11-29';

test('a row is parsed; without a fee there is none', () => {
  expect(parseLot(row, TODAY)).toEqual({
    lot: { date: '2026-03-02', quantity: 10, price: 150.5, fee: null },
  });
});

test('a minus is a sale', () => {
  for (const quantity of ['-3', '−3', ' - 3'])
    expect(parseLot({ ...row, quantity }, TODAY)).toMatchObject({ lot: { quantity: -3 } });
});

test('each invalid field has its own sentence', () => {
  const result = parseLot({ ...row, date: '', quantity: '0', price: 'x', fee: '-1' }, TODAY);
  expect(Object.keys('errors' in result ? result.errors : {}).sort()).toEqual([
    'date',
    'fee',
    'price',
    'quantity',
  ]);
});

test('a date ahead of today is refused', () => {
  expect(parseLot({ ...row, date: '2026-11-30' }, TODAY)).toEqual({
    errors: { date: 'This date is in the future.' },
  });
});

test('a stored lot survives the form', () => {
  const lot = { date: '2026-01-05', quantity: 0.125, price: 40_000, fee: 1.5 };
  expect(parseLot(lotText(lot, 7), TODAY)).toEqual({ lot });
  expect(isBlank(lotText(lot, 7))).toBe(false);
});
