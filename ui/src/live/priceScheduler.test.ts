import { expect, test } from 'vitest';
import { RenderBudget } from './priceScheduler';

test('a drawing waits 27 times as long as the one before it took', () => {
  const time = new RenderBudget();
  expect(time.delay(1000)).toBe(0);
  time.spend(4, 1004);
  expect(time.delay(1004)).toBe(108);
  expect(time.delay(1054)).toBe(58);
  expect(time.delay(2000)).toBe(0);
});

test('what else is drawn for the same tick makes the next one wait longer, but never for more than a second and a half', () => {
  const time = new RenderBudget();
  time.spend(4, 1004);
  time.spend(2, 1010);
  expect(time.delay(1010)).toBe(156);
  time.spend(500, 1600);
  expect(time.delay(1600)).toBe(1500);
});

test('few tickers are drawn at once at first, and more as long as that is quick', () => {
  const time = new RenderBudget();
  expect(time.maxTickers).toBe(8);
  time.spend(4, 0, 3);
  expect(time.maxTickers).toBe(8);
  time.spend(4, 1000, 8);
  time.spend(8, 2000, 16);
  expect(time.maxTickers).toBe(32);
});

test('a device on which a drawing takes long draws as many tickers at once as it can quickly', () => {
  const time = new RenderBudget();
  time.spend(120, 1000, 60);
  expect(time.maxTickers).toBe(12);
  time.spend(20, 3000, 12);
  expect(time.maxTickers).toBe(12);
  // What else is in the picture takes longer than the tickers.
  time.spend(900, 9000, 8);
  expect(time.maxTickers).toBe(8);
});
