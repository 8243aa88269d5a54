import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSockets } from './socket.fake';
import { fakeTicker } from './ticker.fake';
import { useDerived, useQuote } from './useQuote';
import { useQuotes } from './useQuotes';

const sockets = fakeSockets();
let prices: (() => void)[] = [];
let summaries: (() => void)[] = [];
vi.mock('./priceScheduler', () => ({
  schedulePrices: (run: (maxTickers: number) => number) => prices.push(() => run(Number.POSITIVE_INFINITY)),
  scheduleSummary: (run: () => void) => summaries.push(run),
}));

const runAll = (runs: (() => void)[]) =>
  act(() => {
    for (const run of runs.splice(0)) run();
  });

const APPLE = fakeTicker(1, { price: 100 });
const BOTH = [APPLE, fakeTicker(2, { price: 50 })];

const Price = () => useQuote(APPLE).price;
const Double = () => useDerived(APPLE, ({ price }) => 2 * (price ?? 0));
const Total = () => useQuotes(BOTH).reduce((sum, { price }) => sum + (price ?? 0), 0);

beforeEach(async () => {
  [prices, summaries] = [[], []];
  render(
    <p>
      <Price /> <Double /> <Total />
    </p>,
  );
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  await act(async () => sockets.at(-1)?.accept());
});

afterEach(() => void vi.useRealTimers());

const receive = (price: number, second: string) =>
  sockets.at(-1)?.receive(
    JSON.stringify({
      type: 'ticker_update',
      data: fakeTicker(1, { price, updatedAt: `2026-11-20T15:00:${second}Z` }),
    }),
  );

const text = () => document.querySelector('p')?.textContent;

test('derived values render after the price, and totals a second later, all with the newest prices', () => {
  vi.useFakeTimers();
  expect(text()).toBe('100 200 150');
  receive(101, '01');
  runAll(prices);
  expect(text()).toBe('101 200 150');
  receive(102, '02');
  runAll(summaries);
  expect(text()).toBe('101 204 150');
  runAll(prices);
  expect(text()).toBe('102 204 150');
  // Summaries render again although nothing changed.
  runAll(summaries);
  expect(text()).toBe('102 204 150');
  vi.advanceTimersByTime(1000);
  runAll(summaries);
  expect(text()).toBe('102 204 152');
});
