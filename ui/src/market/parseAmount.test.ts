import { afterEach, expect, test } from 'vitest';
import { setFormats } from './locale';
import { parseAmount } from './parseAmount';

afterEach(() => setFormats({ language: 'en-US', hourCycle: 'auto' }));

test('an amount in English notation is parsed', () => {
  const amounts = {
    '100': 100,
    ' $1,250.50 ': 1250.5,
    '0.00001234': 0.00001234,
    '.5': 0.5,
    '5 %': 5,
    '1,000,000': 1e6,
  };
  for (const [text, amount] of Object.entries(amounts)) expect(parseAmount(text), text).toBe(amount);
});

test('an ambiguous or invalid amount is rejected', () => {
  for (const text of [
    '1,5',
    '1.234,56',
    '0,00001234',
    '0,125',
    '12abc',
    '100-200',
    '12.3.4',
    '1,2345',
    '',
    '.',
    '-5',
    '1e3',
    'NaN',
  ])
    expect(parseAmount(text), text).toBeNull();
});

test('separators follow the language', () => {
  const amountsByLanguage = {
    de: {
      '1,5': 1.5,
      '1.250,50': 1250.5,
      '1250': 1250,
      '1.250,0': 1250,
      ',5': 0.5,
      '1.000.000': 1e6,
      '5,5 %': 5.5,
    },
    fr: { '1 250,50': 1250.5, '1\u202f250,50': 1250.5, '12,': 12 },
    'de-CH': { "1'250.50": 1250.5, '1’250.50': 1250.5, '1250.5': 1250.5 },
  };
  for (const [language, amounts] of Object.entries(amountsByLanguage)) {
    setFormats({ language, hourCycle: 'auto' });
    for (const [text, amount] of Object.entries(amounts))
      expect(parseAmount(text), `${language}: ${text}`).toBe(amount);
  }
});

test("a point that doesn't group thousands is a decimal point, even if the decimal separator is a comma", () => {
  setFormats({ language: 'de', hourCycle: 'auto' });
  const amounts = { '1250.50': 1250.5, '0.125': 0.125, '.5': 0.5, '0.00001234': 0.00001234 };
  for (const [text, amount] of Object.entries(amounts)) expect(parseAmount(text), text).toBe(amount);
  for (const text of ['1.250', '999.125', '1,250.50', '1.25.000', '1.250,50,1', ','])
    expect(parseAmount(text), text).toBeNull();
});
