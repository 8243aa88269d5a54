import { expect, test } from 'vitest';
import type { TickerHit } from '~/api/types';
import { bestSymbol } from './useTickerSearch';

const hits = (...symbols: string[]) => symbols.map((symbol) => ({ symbol }) as TickerHit);

test('SRCH-02 a symbol leads to itself, in the case it was typed in', () => {
  expect(bestSymbol('aapl', hits('AAPL', 'APT'))).toBe('aapl');
});

test('a name leads to the best match, not to a page that does not exist', () => {
  expect(bestSymbol('apple', hits('AAPL', 'APLE'))).toBe('AAPL');
  expect(bestSymbol('S&P', hits('^GSPC', 'SPY'))).toBe('^GSPC');
});

test('a word that is a symbol and means an index leads to the index', () => {
  expect(bestSymbol('dow', hits('^DJI', 'DOW'))).toBe('^DJI');
});

test('another spelling leads to the ticker as it is called here', () => {
  expect(bestSymbol('BRK.B', hits('BRK-B'))).toBe('BRK-B');
});

test('what nobody knows stays as it was typed', () => {
  expect(bestSymbol('zzzz', [])).toBe('zzzz');
});
