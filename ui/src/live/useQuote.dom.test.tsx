import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSockets } from './socket.fake';
import { fakeTicker } from './ticker.fake';
import { useDerived, useQuote } from './useQuote';
import { useQuotes } from './useQuotes';

const sockets = fakeSockets();
let prices: (() => void)[] = [];
let sums: (() => void)[] = [];
vi.mock('./priceScheduler', () => ({
  schedulePrices: (run: (most: number) => number) => prices.push(() => run(Number.POSITIVE_INFINITY)),
  scheduleSummary: (run: () => void) => sums.push(run),
}));

const draw = (runs: (() => void)[]) =>
  act(() => {
    for (const run of runs.splice(0)) run();
  });

const APPLE = fakeTicker(1, { price: 100 });
const BOTH = [APPLE, fakeTicker(2, { price: 50 })];

const Price = () => useQuote(APPLE).price;
const Double = () => useDerived(APPLE, ({ price }) => 2 * (price ?? 0));
const Total = () => useQuotes(BOTH).reduce((sum, { price }) => sum + (price ?? 0), 0);

beforeEach(async () => {
  [prices, sums] = [[], []];
  render(
    <p>
      <Price /> <Double /> <Total />
    </p>,
  );
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  await act(async () => sockets.at(-1)?.accept());
});

afterEach(() => void vi.useRealTimers());

const hear = (price: number, second: string) =>
  sockets.at(-1)?.hear(
    JSON.stringify({
      type: 'ticker_update',
      data: fakeTicker(1, { price, updatedAt: `2026-11-20T15:00:${second}Z` }),
    }),
  );

const shown = () => document.querySelector('p')?.textContent;

test('what is worked out of a price is drawn after it, and what sums up many a second later, at their newest', () => {
  vi.useFakeTimers();
  expect(shown()).toBe('100 200 150');
  hear(101, '01');
  draw(prices);
  expect(shown()).toBe('101 200 150');
  hear(102, '02');
  draw(sums);
  expect(shown()).toBe('101 204 150');
  draw(prices);
  expect(shown()).toBe('102 204 150');
  // Asked for again, though nothing is new.
  draw(sums);
  expect(shown()).toBe('102 204 150');
  vi.advanceTimersByTime(1000);
  draw(sums);
  expect(shown()).toBe('102 204 152');
});
