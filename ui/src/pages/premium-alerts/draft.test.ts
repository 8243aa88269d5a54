import { expect, test } from 'vitest';
import { alreadyHolds, draftErrors, firstDraft, hasMissing, toAlert } from './draft';

const empty = () => firstDraft(new URLSearchParams());

test('ALRT-02 the form begins with price, above, once, in the app', () => {
  expect(empty()).toMatchObject({
    type: 'price',
    condition: 'above',
    frequency: 'once',
    delivery: ['in_app'],
  });
});

test('TICK-10 the address fills the form in, and nonsense in it is left out', () => {
  const sent = new URLSearchParams({ symbol: 'AAPL', condition: 'percent_change', value: '5' });
  expect(firstDraft(sent)).toMatchObject({ symbol: 'AAPL', condition: 'percent_change', value: '5' });
  expect(firstDraft(new URLSearchParams({ condition: 'sideways' })).condition).toBe('above');
});

test('ALRT-03 an alert needs an asset, a value where it has one, and a way of delivery', () => {
  const whole = { ...empty(), symbol: ' AAPL ', value: '$1,250.50' };
  expect(toAlert(whole)).toEqual({
    type: 'price',
    symbol: 'AAPL',
    condition: 'above',
    value: 1250.5,
    frequency: 'once',
    delivery: ['in_app'],
  });
  expect(toAlert({ ...whole, symbol: ' ' })).toBeNull();
  expect(toAlert({ ...whole, value: '' })).toBeNull();
  expect(toAlert({ ...whole, value: 'soon' })).toBeNull();
  expect(toAlert({ ...whole, delivery: [] })).toBeNull();
});

test('ALRT-02 only what belongs to the type is sent', () => {
  const whole = { ...empty(), symbol: 'AAPL', value: '5' };
  expect(toAlert({ ...whole, type: 'news', value: '' })).not.toHaveProperty('condition');
  expect(toAlert({ ...whole, condition: 'percent_change', windowHours: '4' })).toMatchObject({
    windowHours: 4,
  });
  const cross = toAlert({ ...whole, type: 'technical', indicator: 'sma_cross', value: '' });
  expect(cross).toMatchObject({ indicator: 'sma_cross', interval: '1d', condition: 'above' });
  expect(cross).not.toHaveProperty('value');
});

test('ALRT-03 a value that could be read in two ways is refused at its field, and is not called missing', () => {
  for (const value of ['1,5', '1.234,56', '12abc', '100-200', '12.3.4']) {
    const draft = { ...empty(), symbol: 'AAPL', value };
    expect(toAlert(draft), value).toBeNull();
    expect(draftErrors(draft), value).toEqual({
      value: 'Please write a number such as 1250.50 or 1,250.50.',
    });
    expect(hasMissing(draft), value).toBe(false);
  }
});

test('ALRT-03 every field that is missing is named', () => {
  expect(Object.keys(draftErrors({ ...empty(), delivery: [] }))).toEqual(['symbol', 'value', 'delivery']);
  expect(hasMissing(empty())).toBe(true);
});

test('a condition that holds already is known before the alert is made', () => {
  const draft = { ...empty(), symbol: 'AAPL', value: '100' };
  expect(alreadyHolds(draft, { price: 101 })).toBe(true);
  expect(alreadyHolds(draft, { price: 100 })).toBe(false);
  expect(alreadyHolds(draft, { price: null })).toBe(false);
  expect(alreadyHolds({ ...draft, condition: 'below' }, { price: 99 })).toBe(true);
  expect(alreadyHolds({ ...draft, condition: 'crosses' }, { price: 101 })).toBe(false);
  expect(alreadyHolds({ ...draft, type: 'volume' }, { price: 1, volume24h: 101 })).toBe(true);
});
