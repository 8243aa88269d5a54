import { moveApart } from '~/chart/tags';
import { percentsFrom, pricesAt, startAtBase } from './compared';
import { parseCompared } from './useCompared';

const days = (...numbers: number[]) =>
  numbers.map((day) => ({ timestamp: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`, price: day }));

test('a compared ticker has its last price at each point, and none before its first', () => {
  expect(pricesAt(days(1, 2, 3, 5, 6), days(2, 4, 6))).toEqual([null, 2, 2, 4, 6]);
  expect(pricesAt(days(1, 2), [])).toEqual([null, null]);
});

test('changes start at zero at the left edge of the view', () => {
  expect(percentsFrom([50, 100, 110, 120], 1)).toEqual([-50, 0, expect.closeTo(10), expect.closeTo(20)]);
  // A series that begins later still starts at zero.
  expect(percentsFrom([null, null, 10, 11], 1)).toEqual([null, null, 0, expect.closeTo(10)]);
  expect(percentsFrom([null, -3, 4], 0)).toEqual([null, null, null]);
});

test('a comparison begins with the price before the range, where all lines are at zero', () => {
  const [base] = days(1);
  const points = days(2, 3).map((point, x) => ({ ...point, x }));
  const counted = startAtBase({ points, end: 1, span: null }, base ?? null);
  expect(counted).toMatchObject({ end: 2, points: [{ x: 0, price: 1 }, { x: 1, price: 2 }, { x: 2 }] });
  const span = { start: 0, end: 1 };
  const session = startAtBase({ points, end: 1, span }, base ?? null);
  expect(session).toMatchObject({ end: 1, span, points: [{ x: 0, price: 1 }, { x: 0, price: 2 }, { x: 1 }] });
  // Without a price before it, or if it is the first one already, the series stays the same.
  const series = { points, end: 1, span: null };
  expect(startAtBase(series, null)).toBe(series);
  expect(startAtBase(series, points[0] ?? null)).toBe(series);
});

test("a URL yields at most three compared tickers, without duplicates and the chart's own ticker", () => {
  expect(parseCompared('nvda, MSFT,NVDA,AAPL,SPY,BTC', 'aapl')).toEqual(['NVDA', 'MSFT', 'SPY']);
  expect(parseCompared('', 'AAPL')).toEqual([]);
});

test('moveApart keeps the order of the tags, and keeps them within the pane', () => {
  expect(moveApart([50, 52, 200], 24, 320)).toEqual([50, 74, 200]);
  expect(moveApart([52, 50], 24, 320)).toEqual([74, 50]);
  expect(moveApart([318, 310, 2], 24, 320)).toEqual([308, 284, 12]);
  expect(moveApart([100, 100, 100, 100], 24, 96).sort((a, b) => a - b)).toEqual([12, 36, 60, 84]);
});
