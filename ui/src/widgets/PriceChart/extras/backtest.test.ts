import { expect, test } from 'vitest';
import { backtestMarks, parseBacktest } from './backtest';

test("only a backtest of the chart's own ticker is read from the URL", () => {
  const backtest = { type: 'price', symbol: 'AAPL', condition: 'above', value: 300 };
  expect(parseBacktest(JSON.stringify(backtest), 'AAPL')).toEqual(backtest);
  expect(parseBacktest(JSON.stringify(backtest), 'MSFT')).toBeNull();
  expect(parseBacktest('', 'AAPL')).toBeNull();
  expect(parseBacktest('{"type":', 'AAPL')).toBeNull();
  expect(parseBacktest('{"symbol":"AAPL"}', 'AAPL')).toBeNull();
});

test('a mark is at the point of its day on daily bars, else at the last point before it', () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-20'].map((day) => ({ timestamp: `${day}T21:00:00Z` }));
  const fired = (at: string) => ({ at, price: 100 });
  const indexes = (at: string[], isDailyOrLonger: boolean) =>
    backtestMarks(at.map(fired), days, isDailyOrLonger).map(({ index }) => index);
  expect(indexes(['2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z', '2026-11-20T00:00:00Z'], true)).toEqual([
    0, 2,
  ]);
  expect(indexes(['2026-11-19T10:00:00Z', '2026-11-20T22:00:00Z'], false)).toEqual([1, 2]);
  expect(backtestMarks([{ at: '2026-11-18T00:00:00Z', price: null }], days, true)).toEqual([]);
});
