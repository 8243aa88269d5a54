import { expect, test } from 'vitest';
import { NoList, parseEntries } from './parseEntries';

test('WTCH-03 both exports are read back as they were', () => {
  const list = [
    { symbol: 'AAPL', note: 'Buy below 200, "maybe"\nor wait' },
    { symbol: 'GC=F', note: '' },
  ];
  expect(parseEntries(JSON.stringify(list))).toEqual(list);
  expect(parseEntries('symbol,note\nAAPL,"Buy below 200, ""maybe""\nor wait"\nGC=F,\n')).toEqual(list);
});

test('WTCH-03 a list written by hand will do', () => {
  const symbols = (text: string) => parseEntries(text).map(({ symbol }) => symbol);
  expect(symbols('AAPL\r\nBTC\r\n\r\nSPY')).toEqual(['AAPL', 'BTC', 'SPY']);
  expect(symbols('\uFEFFName,Symbol\nApple,AAPL')).toEqual(['AAPL']);
  expect(symbols('["AAPL", " BTC "]')).toEqual(['AAPL', 'BTC']);
});

test('WTCH-03 what is no list says so', () => {
  for (const text of ['', '  ', '{"a":1}', '[1]', '[', 'price,volume\n1,2', 'symbol\n']) {
    expect(() => parseEntries(text), text).toThrow(NoList);
  }
});
