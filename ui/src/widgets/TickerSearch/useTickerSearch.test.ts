import { expect, test } from 'vitest';
import type { TickerHit } from '~/api/types';
import { bestSymbol } from './useTickerSearch';

const hits = (...symbols: string[]) => symbols.map((symbol) => ({ symbol }) as TickerHit);

test('SRCH-02 bestSymbol returns a symbol itself, in the typed case', () => {
  expect(bestSymbol('aapl', hits('AAPL', 'APT'))).toBe('aapl');
});

test('bestSymbol returns the best match for a name, so that no missing page is opened', () => {
  expect(bestSymbol('apple', hits('AAPL', 'APLE'))).toBe('AAPL');
  expect(bestSymbol('S&P', hits('^GSPC', 'SPY'))).toBe('^GSPC');
});

test('bestSymbol returns the index for a word that is also a symbol', () => {
  expect(bestSymbol('dow', hits('^DJI', 'DOW'))).toBe('^DJI');
});

test("bestSymbol returns the ticker's own symbol for another spelling", () => {
  expect(bestSymbol('BRK.B', hits('BRK-B'))).toBe('BRK-B');
});

test('bestSymbol returns an unknown text as typed', () => {
  expect(bestSymbol('zzzz', [])).toBe('zzzz');
});
