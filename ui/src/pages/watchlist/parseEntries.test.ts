import { expect, test } from 'vitest';
import { NotAListError, parseEntries } from './parseEntries';

const entriesOf = (text: string) => parseEntries(text).entries;
const symbols = (text: string) => entriesOf(text).map(({ symbol }) => symbol);

test('WTCH-03 both exports are parsed back unchanged', () => {
  const list = [
    { symbol: 'AAPL', note: 'Buy below 200, "maybe"\nor wait' },
    { symbol: 'GC=F', note: '' },
  ];
  expect(entriesOf(JSON.stringify(list))).toEqual(list);
  expect(entriesOf('symbol,note\nAAPL,"Buy below 200, ""maybe""\nor wait"\nGC=F,\n')).toEqual(list);
});

test('WTCH-03 a hand-written list is accepted', () => {
  expect(symbols('AAPL\r\nBTC\r\n\r\nSPY')).toEqual(['AAPL', 'BTC', 'SPY']);
  expect(symbols('\uFEFFName,Symbol\nApple,AAPL')).toEqual(['AAPL']);
  expect(symbols('["AAPL", " BTC "]')).toEqual(['AAPL', 'BTC']);
});

test('WTCH-03 semicolons and tabs are accepted as column separators', () => {
  expect(entriesOf('Ticker;Notiz\r\nAAPL;unter 200, vielleicht\r\n')).toEqual([
    { symbol: 'AAPL', note: 'unter 200, vielleicht' },
  ]);
  expect(entriesOf('symbol\tnote\nBTC\tlong')).toEqual([{ symbol: 'BTC', note: 'long' }]);
});

test('WTCH-03 a quote in the middle of a note is a plain character', () => {
  expect(entriesOf('symbol,note\nAAPL,say 5" x')).toEqual([{ symbol: 'AAPL', note: 'say 5" x' }]);
});

test('WTCH-03 a row without a symbol is reported, an empty one is not', () => {
  expect(parseEntries('symbol,note\nAAPL,\n,what was it\n\nBTC,').skipped).toEqual([3]);
});

test('WTCH-03 a TradingView list is parsed, with its sections', () => {
  expect(symbols('###TECH,NASDAQ:AAPL,NASDAQ:NVDA,###EUROPE,XETR:SAP\n')).toEqual([
    'NASDAQ:AAPL',
    'NASDAQ:NVDA',
    'XETR:SAP',
  ]);
});

test('WTCH-03 the header may come after other lines, and in other languages', () => {
  const broker =
    'Positions for account 12, as of Nov 25\n\n"Symbol","Description","Qty (Quantity)","Cost Basis"\n"AAPL","Apple",10,"$1,500"\n';
  expect(parseEntries(broker)).toEqual({
    entries: [{ symbol: 'AAPL', note: '' }],
    skipped: [],
    unused: ['Qty (Quantity)', 'Cost Basis'],
  });
  expect(symbols('Kürzel;Name\nSAP.DE;SAP\n')).toEqual(['SAP.DE']);
});

test("WTCH-03 columns that a list can't store are named", () => {
  expect(parseEntries('symbol,shares\nAAPL,10\n')).toEqual({
    entries: [{ symbol: 'AAPL', note: '' }],
    skipped: [],
    unused: ['shares'],
  });
  expect(parseEntries('Symbol,Shares,Cost,Note\nSAP.DE,5,200,buy\n').unused).toEqual(['Shares', 'Cost']);
  expect(parseEntries('[{"symbol":"AAPL","quantity":3}]').unused).toEqual(['quantity']);
});

test('WTCH-03 a file that is not a list is reported', () => {
  for (const text of [
    '',
    '  ',
    '{"a":1}',
    '[1]',
    '[',
    'price,volume\n1,2',
    'AAPL,10\nSAP.DE,5',
    'symbol\n',
  ]) {
    expect(() => parseEntries(text), text).toThrow(NotAListError);
  }
});
