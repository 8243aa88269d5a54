import { expect, test } from 'vitest';
import { pastQuotes, stepAt } from './pastQuotes';

const day = {
  times: ['2026-11-20T14:30:00Z', '2026-11-20T14:35:00Z', '2026-11-20T14:40:00Z'],
  tickers: [
    { id: 1, base: 200, prices: [200, 202, 198] },
    { id: 2, base: -5, prices: [-5, -4, 3] },
  ],
};

test('a change is relative to the base price, and null if the base price is below zero', () => {
  expect(pastQuotes(day, 1).get(1)).toMatchObject({ price: 202, change24h: expect.closeTo(1, 9) });
  expect(pastQuotes(day, 2).get(1)).toMatchObject({ price: 198, change24h: expect.closeTo(-1, 9) });
  expect(pastQuotes(day, 2).get(2)).toMatchObject({ price: 3, change24h: null });
});

test('stepAt returns the last step at or before a time', () => {
  expect(stepAt(day, '2026-11-20T14:35:00Z')).toBe(1);
  expect(stepAt(day, '2026-11-20T14:39:59Z')).toBe(1);
  expect(stepAt(day, '2026-11-21T00:00:00Z')).toBe(2);
  expect(stepAt(day, '2026-11-20T09:00:00Z')).toBe(0);
  expect(stepAt(day, 'start')).toBe(0);
});
