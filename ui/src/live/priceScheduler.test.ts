import { expect, test } from 'vitest';
import { RenderBudget } from './priceScheduler';

test('a render waits 27 times as long as the previous one took', () => {
  const budget = new RenderBudget();
  expect(budget.delay(1000)).toBe(0);
  budget.spend(4, 1004);
  expect(budget.delay(1004)).toBe(108);
  expect(budget.delay(1054)).toBe(58);
  expect(budget.delay(2000)).toBe(0);
});

test('further renders for the same tick extend the delay, up to 1.5 seconds', () => {
  const budget = new RenderBudget();
  budget.spend(4, 1004);
  budget.spend(2, 1010);
  expect(budget.delay(1010)).toBe(156);
  budget.spend(500, 1600);
  expect(budget.delay(1600)).toBe(1500);
});

test('the first renders include few tickers, and more while rendering is fast', () => {
  const budget = new RenderBudget();
  expect(budget.maxTickers).toBe(8);
  budget.spend(4, 0, 3);
  expect(budget.maxTickers).toBe(8);
  budget.spend(4, 1000, 8);
  budget.spend(8, 2000, 16);
  expect(budget.maxTickers).toBe(32);
});

test('a slow device renders only as many tickers at once as fit the target time', () => {
  const budget = new RenderBudget();
  budget.spend(120, 1000, 60);
  expect(budget.maxTickers).toBe(12);
  budget.spend(20, 3000, 12);
  expect(budget.maxTickers).toBe(12);
  // Something else in the frame takes longer than the tickers.
  budget.spend(900, 9000, 8);
  expect(budget.maxTickers).toBe(8);
});
