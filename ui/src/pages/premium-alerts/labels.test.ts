import { expect, test } from 'vitest';
import { sentence, subjectOf } from './labels';

const plain = {
  type: 'price',
  symbol: 'AAPL',
  condition: 'above',
  value: 100,
  windowHours: null,
  indicator: null,
  words: null,
  interval: null,
  and: [],
};

const stock = { type: 'stock', decimals: 2, currency: 'USD' } as const;

test('ALRT-04 an alert is described in a sentence', () => {
  expect(sentence(plain, stock)).toBe('Price rises above $100.00');
  expect(sentence(plain, { ...stock, currency: 'ZAR' })).toBe('Price rises above ZAR\u00a0100.00');
  // The currency is unknown.
  expect(sentence(plain)).toBe('Price rises above 100.00');
  expect(sentence({ ...plain, condition: 'crosses', value: 0.5 }, stock)).toMatch(/^Price crosses \$0\.50/);
  expect(sentence({ ...plain, type: 'volume', condition: 'below', value: 2_000_000 })).toBe(
    'Volume falls below 2,000,000',
  );
  expect(sentence({ ...plain, type: 'news', condition: null, value: null })).toBe('News about AAPL');
  expect(sentence({ ...plain, type: 'news', condition: null, value: null, words: 'chip ban' })).toBe(
    'News about AAPL with “chip ban”',
  );
  const gap = { ...plain, type: 'technical', indicator: 'gap', condition: 'percent_change', value: 3 };
  expect(sentence(gap)).toBe('Opens 3% above or below the previous close');
});

test('ALRT-04 the level of a cheap coin keeps all digits, and the level of an index has no currency sign', () => {
  const shib = { type: 'crypto', decimals: 8, currency: 'USD' } as const;
  expect(sentence({ ...plain, value: 0.0000078 }, shib)).toBe('Price rises above $0.00000780');
  expect(sentence({ ...plain, value: 0.0000078 }, stock)).toBe('Price rises above $0.0000078');
  expect(sentence({ ...plain, value: 0.14125 }, { ...shib, decimals: 4 })).toBe('Price rises above $0.14125');
  expect(sentence({ ...plain, value: 6600 }, { type: 'index', decimals: 2 })).toBe(
    'Price rises above 6,600.00',
  );
});

test('ALRT-02 ALRT-04 a percent change names its window', () => {
  const change = { ...plain, condition: 'percent_change', value: 5 };
  expect(sentence({ ...change, windowHours: 24 })).toBe('Price changes by 5% in 24 hours');
  expect(sentence({ ...change, windowHours: 168 })).toBe('Price changes by 5% in 7 days');
});

test('ALRT-02 ALRT-04 a technical alert names its bars', () => {
  const technical = { ...plain, type: 'technical', interval: '1h' };
  expect(sentence({ ...technical, indicator: 'rsi', value: 70 })).toBe('14-hour RSI rises above 70');
  expect(
    sentence({
      ...technical,
      indicator: 'sma_cross',
      interval: '1d',
      condition: 'crosses',
      value: null,
    }),
  ).toBe('50-day average crosses the 200-day average');
});

test('ALRT-02 joined conditions are one sentence', () => {
  const none = { value: null, windowHours: null, indicator: null, interval: null };
  const rsi = { ...none, type: 'technical', indicator: 'rsi', interval: '1d', condition: 'above', value: 70 };
  const volume = { ...none, type: 'volume', condition: 'percent_change', value: 50 };
  expect(sentence({ ...plain, and: [rsi] }, stock)).toBe('Price above $100.00 and 14-day RSI above 70');
  expect(sentence({ ...plain, condition: 'percent_change', value: 5, and: [volume, rsi] })).toBe(
    'Price changed by 5% in 24 hours, daily volume changed by 50% and 14-day RSI above 70',
  );
  const averages = { ...rsi, indicator: 'sma_cross', value: null };
  const high = { ...rsi, indicator: 'year_high', interval: null, condition: 'below', value: 5 };
  expect(sentence({ ...plain, ...averages, and: [high] })).toBe(
    '50-day average above the 200-day average and distance from the 52-week high below 5%',
  );
});

test('the subject of an alert is a ticker, any ticker in a list, or holdings', () => {
  const none = { type: 'price', symbol: '', list: null, screen: null };
  const chips = { id: 1, name: 'Chips' };
  expect(subjectOf({ ...none, symbol: 'AAPL' })).toBe('AAPL');
  expect(subjectOf({ ...none, list: chips })).toBe('Any ticker in Chips');
  expect(subjectOf({ ...none, type: 'holdings' })).toBe('All holdings');
  expect(subjectOf({ ...none, type: 'holdings', list: chips })).toBe('Holdings in Chips');
});

test('an alert on a screen is named after the screen', () => {
  const screen = { id: 1, name: 'Oversold', event: 'leave' };
  expect(subjectOf({ type: 'screen', symbol: '', list: null, screen })).toBe('Oversold');
});

test('alerts on screens, cost, holdings and filings have sentences of their own', () => {
  const screen = { id: 1, name: 'Oversold', event: 'leave' };
  const none = {
    condition: null,
    value: null,
    windowHours: null,
    indicator: null,
    words: null,
    interval: null,
  };
  expect(sentence({ ...none, type: 'screen', symbol: '', and: [], screen })).toBe(
    'A ticker leaves the screen',
  );
  const cost = { ...none, type: 'cost', symbol: 'AAPL', and: [], value: 10 };
  expect(sentence({ ...cost, condition: 'above' })).toBe('Price rises to 10% above your cost');
  expect(sentence({ ...cost, condition: 'below' })).toBe('Price falls to 10% below your cost');
  expect(sentence({ ...cost, type: 'holdings', condition: 'percent_change' })).toBe(
    'Value changes by 10% in a day',
  );
  const filing = { ...none, type: 'event', indicator: 'filing', symbol: 'AAPL', and: [] };
  expect(sentence({ ...filing, forms: ['8-K', '10-K'] })).toBe('New SEC filing: 8-K, 10-K');
});
