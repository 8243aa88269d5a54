import { chartSentence, rangeChange, rangeDirection } from './chartChange';

const closes = (...prices: number[]) =>
  prices.map((price, minute) => ({ timestamp: `2026-11-20T14:3${minute}:00Z`, price }));

test('CHRT-02 the change is the last price minus the first, and 0% without a base price', () => {
  expect(rangeChange(closes(100, 90, 110))).toEqual({
    value: 10,
    percentage: 10,
  });
  expect(rangeChange(closes(0, 5))).toEqual({ value: 5, percentage: 0 });
  expect(rangeChange(closes(-11.15, -12.4))).toEqual({ value: expect.closeTo(-1.25), percentage: null });
  expect(rangeChange([])).toEqual({ value: 0, percentage: 0 });
});

test('a negative price has a direction but no percentage', () => {
  expect(rangeDirection(rangeChange(closes(-11.15, -12.4)))).toBe('down');
  expect(rangeDirection(rangeChange(closes(-12.4, 3)))).toBe('up');
});

test('the chart is described in one sentence', () => {
  const points = closes(217.93, 215.53, 228.52);
  const text = (price: number) => `$${price}`;
  expect(chartSentence(points, '1W', text)).toBe(
    '1W: from $217.93 to $228.52, up 4.86%. Closing prices from $215.53 to $228.52.',
  );
  expect(chartSentence(closes(-11, -12.5), '1W', text)).toBe(
    '1W: from $-11 to $-12.5, down $1.5. Closing prices from $-12.5 to $-11.',
  );
  expect(chartSentence([], '1W', text)).toBe('');
  // With an explicit start price.
  expect(chartSentence(points, '1W', text, 200)).toBe(
    '1W: from $200 to $228.52, up 14.26%. Closing prices from $215.53 to $228.52.',
  );
});
