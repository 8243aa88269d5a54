import { expect, test } from 'vitest';
import { listLikelihoodOf, splitSymbols, splitTexts } from './splitSymbols';

test('a pasted list is split at commas, spaces and line ends', () => {
  expect(splitSymbols('AAPL, NVDA AMZN')).toEqual(['AAPL', 'NVDA', 'AMZN']);
  expect(splitSymbols('AAPL\nNVDA\r\n\r\nSAP.DE;BTC-USD')).toEqual(['AAPL', 'NVDA', 'SAP.DE', 'BTC-USD']);
  expect(splitSymbols('aapl AAPL ^GSPC')).toEqual(['aapl', '^GSPC']);
  expect(splitSymbols('BRK B, F, NYSE: KO')).toEqual(['BRK B', 'F', 'NYSE:KO']);
  expect(splitSymbols('  ')).toEqual([]);
});

test('words in capitals are a list only if no ticker has that name', () => {
  expect(listLikelihoodOf('AAPL, NVDA')).toBe('yes');
  expect(listLikelihoodOf('AAPL\nNVDA')).toBe('yes');
  expect(listLikelihoodOf('AAPL NVDA')).toBe('perhaps');
  expect(listLikelihoodOf('Amazon.com, Inc.')).toBe('perhaps');
  expect(listLikelihoodOf('deutsche bank')).toBe('no');
  expect(listLikelihoodOf('Procter & Gamble')).toBe('no');
  expect(listLikelihoodOf('AAPL')).toBe('no');
  expect(listLikelihoodOf('AAPL,')).toBe('no');
});

test('a pasted list of symbols, names and identifiers is split into texts', () => {
  expect(splitTexts('AAPL MSFT\nDeutsche Telekom, SAP.DE\r\nUS0378331005\n\naapl')).toEqual([
    'AAPL',
    'MSFT',
    'Deutsche Telekom',
    'SAP.DE',
    'US0378331005',
  ]);
});
