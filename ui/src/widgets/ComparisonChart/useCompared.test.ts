import { expect, test } from 'vitest';
import { lineColours } from './colours';
import { chosenOf } from './useCompared';

const CHOICES = ['AAPL', 'MSFT', 'AMZN', 'GOOGL', 'META'];

test('choices come first in their order, then what was added, each once and five at most', () => {
  expect(chosenOf('nvda, MSFT,AAPL,NVDA', CHOICES)).toEqual(['AAPL', 'MSFT', 'NVDA']);
  expect(chosenOf('BTC,SPY,GC=F,^GSPC,ETH,META', CHOICES)).toEqual(['META', 'BTC', 'SPY', 'GC=F', '^GSPC']);
  expect(chosenOf('none', CHOICES)).toEqual([]);
  expect(chosenOf(',,', CHOICES)).toEqual([]);
});

test('a symbol has a colour of its own, which one that comes after it does not change', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const symbols = [...CHOICES, 'NVDA', 'SPY', 'GC=F', '^GSPC', 'QQQ'];
    const all = symbols.map(lineColours(symbols, scheme));
    expect(new Set(all).size).toBe(symbols.length);
    expect(symbols.slice(0, 7).map(lineColours(symbols.slice(0, 7), scheme))).toEqual(all.slice(0, 7));
  }
});
