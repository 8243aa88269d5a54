import { expect, test } from 'vitest';
import { alertFor, levelAbove, parseSearch } from './parseSearch';

test('a text is parsed into verb, names, condition and value', () => {
  expect(parseSearch(' apple hosp ')).toMatchObject({
    text: 'apple hosp',
    verb: undefined,
    actionsOnly: false,
  });
  expect(parseSearch('alert aapl above 320')).toMatchObject({
    verb: 'alert',
    text: 'aapl',
    condition: 'above',
    value: 320,
  });
  expect(parseSearch('aapl 1,250.50')).toMatchObject({ verb: undefined, text: 'aapl', value: 1250.5 });
  expect(parseSearch('compare aapl msft')).toMatchObject({
    verb: 'compare',
    text: 'aapl',
    names: ['aapl', 'msft'],
  });
  expect(parseSearch('> dark')).toMatchObject({ actionsOnly: true, text: 'dark' });
});

test('a number or a verb alone is searched as text', () => {
  expect(parseSearch('500')).toMatchObject({ text: '500', value: null });
  expect(parseSearch('alert')).toMatchObject({ text: 'alert', verb: undefined });
});

test('the default level is round and a few percent above the price', () => {
  expect(levelAbove(310.54)).toBe(320);
  expect(levelAbove(90_856)).toBe(93_000);
  expect(levelAbove(0.3615)).toBe(0.37);
});

test('a level below the price makes a below alert; a ticker without a price makes none', () => {
  const search = { condition: undefined, value: 300 } as const;
  expect(alertFor(search, { price: 310 })).toEqual({ condition: 'below', value: 300 });
  expect(alertFor({ ...search, value: null }, { price: 310 })).toEqual({ condition: 'above', value: 320 });
  expect(alertFor({ condition: 'above', value: 300 }, { price: 310 })).toEqual({
    condition: 'above',
    value: 300,
  });
  expect(alertFor(search, { price: null })).toBeUndefined();
});
