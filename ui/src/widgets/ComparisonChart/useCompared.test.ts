import { expect, test } from 'vitest';
import { lineColors } from './colors';
import { parseSelection } from './useCompared';

const CHOICES = ['AAPL', 'MSFT', 'AMZN', 'GOOGL', 'META'];

test('suggested symbols come first in their order, then added ones, without duplicates, at most five', () => {
  expect(parseSelection('nvda, MSFT,AAPL,NVDA', CHOICES)).toEqual(['AAPL', 'MSFT', 'NVDA']);
  expect(parseSelection('BTC,SPY,GC=F,^GSPC,ETH,META', CHOICES)).toEqual([
    'META',
    'BTC',
    'SPY',
    'GC=F',
    '^GSPC',
  ]);
  expect(parseSelection('none', CHOICES)).toEqual([]);
  expect(parseSelection(',,', CHOICES)).toEqual([]);
});

test("the color of a symbol doesn't depend on later ones", () => {
  for (const scheme of ['light', 'dark'] as const) {
    const symbols = [...CHOICES, 'NVDA', 'SPY', 'GC=F', '^GSPC', 'QQQ'];
    const all = symbols.map(lineColors(symbols, scheme));
    expect(new Set(all).size).toBe(symbols.length);
    expect(symbols.slice(0, 7).map(lineColors(symbols.slice(0, 7), scheme))).toEqual(all.slice(0, 7));
  }
});

test('no two of the compared symbols have the same color', () => {
  const symbols = [...CHOICES, 'BTC', 'ETH', 'BNB', 'XRP', 'SOL'];
  for (const scheme of ['light', 'dark'] as const) {
    expect(new Set(symbols.map(lineColors(symbols, scheme))).size).toBe(symbols.length);
  }
});
