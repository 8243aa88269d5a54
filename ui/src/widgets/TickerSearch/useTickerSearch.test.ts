import { expect, test } from 'vitest';
import type { TickerHit } from '~/api/types';
import { bestSymbol } from './useTickerSearch';

const hits = (...symbols: string[]) => symbols.map((symbol) => ({ symbol }) as TickerHit);

test('SRCH-02 a symbol leads to itself, in the typed case', () => {
  expect(bestSymbol('aapl', hits('AAPL', 'APT'))).toBe('aapl');
});

test('a name leads to the best match, not to a page that does not exist', () => {
  expect(bestSymbol('apple', hits('AAPL', 'APLE'))).toBe('AAPL');
  expect(bestSymbol('S&P', hits('^GSPC', 'SPY'))).toBe('^GSPC');
});

test('a word that also means an index leads to the index', () => {
  expect(bestSymbol('dow', hits('^DJI', 'DOW'))).toBe('^DJI');
});

test("another spelling leads to the ticker's own symbol", () => {
  expect(bestSymbol('BRK.B', hits('BRK-B'))).toBe('BRK-B');
});

test('an unknown text stays as typed', () => {
  expect(bestSymbol('zzzz', [])).toBe('zzzz');
});
