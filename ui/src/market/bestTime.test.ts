import { bestTime, supportLevel } from './bestTime';

test('TICK-07 support is 94% of the price, rounded down, if both changes are positive', () => {
  expect(supportLevel(228.52, 2.31, 4.86)).toBe(214);
  expect(supportLevel(100, 1, 1)).toBe(94);
});

test.each([
  [-1, 1],
  [1, -1],
  [-1, -1],
  [0, 1],
  [1, 0],
  [null, 1],
])('TICK-07 support is 90%% of the price if the changes are %s and %s', (day, week) => {
  expect(supportLevel(94318.4, day, week)).toBe(84886);
});

test('TICK-07 the support level of a low price keeps its decimals', () => {
  expect(supportLevel(0.7412, -1, -1, 4)).toBe(0.667);
  expect(supportLevel(3.91, -1, -1, 3)).toBe(3.519);
  expect(supportLevel(11.5, -1, -1, 2)).toBe(10);
  expect(supportLevel(null, 1, 1)).toBeNull();
});

test('TICK-07 a negative price has no support level, and that of an exchange rate keeps its decimals', () => {
  expect(supportLevel(-12.4, -1, -1)).toBeNull();
  const future = bestTime('commodity', { price: -12.4, change24h: null, change7d: null, decimals: 2 });
  expect(future.headline).toBe('Percent not meaningful below zero');
  const rate = { price: 1.1585, change24h: -1, change7d: 1, decimals: 4 };
  expect(bestTime('currency', rate).support).toBe(1.0426);
});

test('TICK-07 the advice differs for stocks, crypto and other types, and by the signs of the changes', () => {
  const quote = { price: 100, change24h: 1, change7d: 1, decimals: 2 };
  const rising = ['stock', 'crypto', 'etf'].map((type) => bestTime(type, quote).advice);
  expect(new Set(rising).size).toBe(3);
  expect(bestTime('commodity', quote).advice).toBe(bestTime('etf', quote).advice);
  const signs = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const;
  const texts = signs.map(
    ([change24h, change7d]) => bestTime('stock', { ...quote, change24h, change7d }).advice,
  );
  expect(new Set(texts).size).toBe(4);
});
