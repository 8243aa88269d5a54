import { expect, test } from 'vitest';
import {
  backtestConditions,
  backtestOf,
  canAddCondition,
  conditionsWithOneMore,
  draftErrors,
  firstDraft,
  hasMissing,
  percentPastTarget,
  requestedSymbol,
  toAlert,
} from './draft';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const empty = () => firstDraft(new URLSearchParams());

test('ALRT-02 the defaults of the form are price, above, once, in the app', () => {
  expect(empty()).toMatchObject({
    type: 'price',
    condition: 'above',
    frequency: 'once',
    delivery: ['in_app'],
  });
});

test('TICK-10 the URL fills the form in, ignoring invalid values', () => {
  const sent = new URLSearchParams({ symbol: 'AAPL', condition: 'percent_change', value: '5' });
  expect(firstDraft(sent)).toMatchObject({ symbol: 'AAPL', condition: 'percent_change', value: '5' });
  expect(firstDraft(new URLSearchParams({ condition: 'sideways' })).condition).toBe('above');
});

test('a URL with another asset changes the asset of the form, and the price condition if the URL has one', () => {
  const begun = { ...empty(), symbol: 'AAPL', note: 'Sell half', delivery: ['email'] };
  const draftAfterUrl = (params: Record<string, string>) => ({
    ...begun,
    ...requestedSymbol(new URLSearchParams(params)),
  });
  expect(draftAfterUrl({ symbol: 'MSFT' })).toEqual({ ...begun, symbol: 'MSFT' });
  expect(draftAfterUrl({ symbol: 'MSFT', condition: 'below', value: '300' })).toEqual({
    ...begun,
    symbol: 'MSFT',
    condition: 'below',
    value: '300',
  });
  expect(draftAfterUrl({ tab: 'history' })).toEqual(begun);
});

test('ALRT-03 an alert needs an asset, a number as its value, and a delivery method', () => {
  const complete = { ...empty(), symbol: ' AAPL ', value: '$1,250.50' };
  expect(toAlert(complete, NOW)).toEqual({
    type: 'price',
    symbol: 'AAPL',
    condition: 'above',
    value: 1250.5,
    frequency: 'once',
    delivery: ['in_app'],
  });
  expect(toAlert({ ...complete, symbol: ' ' }, NOW)).toBeNull();
  expect(toAlert({ ...complete, value: '' }, NOW)).toBeNull();
  expect(toAlert({ ...complete, value: 'soon' }, NOW)).toBeNull();
  expect(toAlert({ ...complete, value: '12.3.4' }, NOW)).toBeNull();
  expect(toAlert({ ...complete, value: '12abc' }, NOW)).toBeNull();
  expect(toAlert({ ...complete, delivery: [] }, NOW)).toBeNull();
});

test('ALRT-02 only fields of the type are sent', () => {
  const complete = { ...empty(), symbol: 'AAPL', value: '5' };
  expect(toAlert({ ...complete, type: 'news', value: '' }, NOW)).not.toHaveProperty('condition');
  expect(toAlert({ ...complete, condition: 'percent_change', windowHours: '4' }, NOW)).toMatchObject({
    windowHours: 4,
  });
  expect(toAlert({ ...complete, type: 'news', words: ' chips ' }, NOW)).toMatchObject({ words: 'chips' });
  expect(toAlert({ ...complete, words: 'chips' }, NOW)).not.toHaveProperty('words');
  const cross = toAlert({ ...complete, type: 'technical', indicator: 'sma_cross', value: '' }, NOW);
  expect(cross).toMatchObject({ indicator: 'sma_cross', interval: '1d', condition: 'above' });
  expect(cross).not.toHaveProperty('value');
});

test('ALRT-03 an ambiguous number is an error of its field, but does not count as missing', () => {
  for (const value of ['1,5', '1.234,56', '12abc', '100-200', '12.3.4']) {
    const draft = { ...empty(), symbol: 'AAPL', value };
    expect(toAlert(draft, NOW), value).toBeNull();
    expect(draftErrors(draft, NOW), value).toEqual({
      value: 'Enter a number such as 1250.50 or 1,250.50.',
    });
    expect(hasMissing(draft), value).toBe(false);
  }
});

test('ALRT-03 every missing field is named', () => {
  expect(Object.keys(draftErrors({ ...empty(), delivery: [] }, NOW))).toEqual([
    'symbol',
    'value',
    'delivery',
  ]);
  expect(hasMissing(empty())).toBe(true);
});

test('a condition that is already true is detected before the alert is created', () => {
  const draft = { ...empty(), symbol: 'AAPL', value: '100' };
  expect(percentPastTarget(draft, { price: 101 })).toBeCloseTo(1);
  expect(percentPastTarget(draft, { price: 100 })).toBeNull();
  expect(percentPastTarget(draft, { price: null })).toBeNull();
  expect(percentPastTarget({ ...draft, condition: 'below' }, { price: 99 })).toBeCloseTo(1);
  expect(percentPastTarget({ ...draft, condition: 'below' }, { price: 101 })).toBeNull();
  expect(percentPastTarget({ ...draft, condition: 'crosses' }, { price: 101 })).toBeNull();
  expect(percentPastTarget({ ...draft, type: 'volume' }, { price: 1, volume24h: 101 })).toBeCloseTo(1);
});

test('an alert on the distance from a 52-week high has a value and no bars', () => {
  const complete = { ...empty(), symbol: 'AAPL', value: '20' };
  const high = toAlert({ ...complete, type: 'technical', indicator: 'year_high' }, NOW);
  expect(high).toMatchObject({ indicator: 'year_high', value: 20 });
  expect(high).not.toHaveProperty('interval');
});

test('an alert on filings has at least one form, and other alerts have none', () => {
  const complete = { ...empty(), symbol: 'AAPL', value: '20' };
  const filing = { ...complete, type: 'news', event: 'filing' };
  expect(toAlert(filing, NOW)).toMatchObject({ type: 'event', indicator: 'filing', forms: ['8-K'] });
  expect(draftErrors({ ...filing, forms: [] }, NOW).forms).toBe('Choose at least one SEC form.');
  expect(toAlert({ ...complete, forms: ['10-K'] }, NOW)).not.toHaveProperty('forms');
});

test('an alert on an earnings date has neither words nor a condition', () => {
  const complete = { ...empty(), symbol: 'AAPL', value: '20' };
  const earnings = toAlert({ ...complete, type: 'news', event: 'earnings', words: 'chips' }, NOW);
  expect(earnings).toMatchObject({ type: 'event', indicator: 'earnings' });
  expect(earnings).not.toHaveProperty('words');
  expect(earnings).not.toHaveProperty('condition');
});

test('an alert on a gap is a percent change without bars', () => {
  const complete = { ...empty(), symbol: 'AAPL', value: '20' };
  const gap = toAlert({ ...complete, type: 'technical', indicator: 'gap' }, NOW);
  expect(gap).toMatchObject({ indicator: 'gap', condition: 'percent_change', value: 20 });
  expect(gap).not.toHaveProperty('interval');
});

test('an alert on a volume change has no hours', () => {
  const complete = { ...empty(), symbol: 'AAPL', value: '20' };
  const volume = toAlert({ ...complete, type: 'volume', condition: 'percent_change' }, NOW);
  expect(volume).toMatchObject({ condition: 'percent_change', value: 20 });
  expect(volume).not.toHaveProperty('windowHours');
});

test('the end time, the note and immediate notification are sent if they are set, and a past end time is an error', () => {
  const complete = { ...empty(), symbol: 'AAPL', value: '20', note: ' look again ', whenMet: 'tell_now' };
  const until = '2026-11-30T09:00';
  expect(toAlert({ ...complete, watchedUntil: until }, NOW)).toMatchObject({
    note: 'look again',
    whenMet: 'tell_now',
    expiresAt: new Date(until).toISOString(),
  });
  const past = { ...complete, watchedUntil: '2026-11-20T09:00' };
  expect(toAlert(past, NOW)).toBeNull();
  expect(draftErrors(past, NOW)).toEqual({ watchedUntil: 'Choose a time in the future.' });
  expect(toAlert({ ...complete, type: 'news' }, NOW)).not.toHaveProperty('whenMet');
});

test('a backtest has only the fields that determine when the alert fires, and ignores errors in others', () => {
  const complete = {
    ...empty(),
    symbol: 'aapl',
    value: '300',
    delivery: [],
    watchedUntil: '2020-01-01T00:00',
    note: 'x',
  };
  expect(backtestOf(complete, 'AAPL')).toEqual({
    type: 'price',
    symbol: 'AAPL',
    condition: 'above',
    value: 300,
  });
  expect(backtestOf({ ...complete, value: '' }, 'AAPL')).toBeNull();
  expect(backtestOf({ ...complete, type: 'news' }, 'AAPL')).toBeNull();
  const cross = backtestOf({ ...complete, type: 'technical', indicator: 'sma_cross' }, 'AAPL');
  expect(cross).toEqual({
    type: 'technical',
    symbol: 'AAPL',
    condition: 'above',
    indicator: 'sma_cross',
    interval: '1d',
  });
});

test('ALRT-02 joined conditions are sent together, and backtested together', () => {
  const one = { ...empty(), symbol: 'AAPL', value: '250' };
  const [rsi] = conditionsWithOneMore(one);
  expect(rsi).toMatchObject({ type: 'technical', indicator: 'rsi', condition: 'above' });
  const two = { ...one, and: conditionsWithOneMore(one) };
  expect(draftErrors(two, NOW)).toEqual({ and: 'Please fill in this field.' });
  expect(hasMissing(two)).toBe(true);
  expect(toAlert(two, NOW)).toBeNull();
  const complete = { ...two, and: two.and.map((each) => ({ ...each, value: '70' })) };
  const joined = [{ type: 'technical', condition: 'above', value: 70, indicator: 'rsi', interval: '1d' }];
  expect(toAlert(complete, NOW)).toMatchObject({ value: 250, and: joined });
  expect(backtestOf(complete, 'AAPL')).toMatchObject({ value: 250, and: JSON.stringify(joined) });
  expect(percentPastTarget(complete, { price: 300 })).toBeNull();
  expect(toAlert({ ...complete, type: 'news' }, NOW)).not.toHaveProperty('and');
});

test("ALRT-02 an alert can have up to four conditions; crossings, gaps and news can't have further ones", () => {
  let draft = { ...empty(), symbol: 'AAPL' };
  for (let more = 0; more < 3; more++) {
    expect(canAddCondition(draft)).toBe(true);
    draft = { ...draft, and: conditionsWithOneMore(draft) };
  }
  expect(canAddCondition(draft)).toBe(false);
  expect(new Set(draft.and.map(({ key }) => key)).size).toBe(3);
  expect(canAddCondition({ ...empty(), condition: 'crosses' })).toBe(false);
  expect(canAddCondition({ ...empty(), type: 'news' })).toBe(false);
  expect(canAddCondition({ ...empty(), type: 'technical', indicator: 'gap' })).toBe(false);
});

test('ALRT-02 an alert over a list needs no asset, and is sent with either a list or a symbol', () => {
  const over = { ...empty(), list: '3', value: '5', condition: 'percent_change' };
  expect(draftErrors(over, NOW)).toEqual({});
  expect(hasMissing(over)).toBe(false);
  const alert = toAlert(over, NOW);
  expect(alert).toMatchObject({ list: 3, condition: 'percent_change', value: 5 });
  expect(alert).not.toHaveProperty('symbol');
  expect(toAlert({ ...over, list: '', symbol: 'AAPL' }, NOW)).not.toHaveProperty('list');
});

test('a link from a saved screen fills the form in with an alert on this screen', () => {
  const draft = firstDraft(new URLSearchParams('screen=3'));
  expect(toAlert({ ...draft, screenEvent: 'leave' }, NOW)).toEqual({
    type: 'screen',
    screen: 3,
    screenEvent: 'leave',
    frequency: 'always',
    delivery: ['in_app'],
  });
  expect(toAlert({ ...draft, screen: '' }, NOW)).toBeNull();
  expect(requestedSymbol(new URLSearchParams('screen=3'))).toMatchObject({
    type: 'screen',
    screen: '3',
    symbol: '',
  });
});

test('D22 an alert on holdings needs no asset, and fires in both directions', () => {
  const holdings = { ...empty(), type: 'holdings', value: '2' };
  expect(toAlert(holdings, NOW)).toMatchObject({ type: 'holdings', condition: 'percent_change', value: 2 });
  expect(toAlert(holdings, NOW)).not.toHaveProperty('symbol');
  expect(toAlert({ ...holdings, list: '3' }, NOW)).toMatchObject({ list: 3 });
  expect(hasMissing({ ...holdings, value: '' })).toBe(true);
});

test('D22 an alert on a cost has a direction, but no backtest and no further conditions', () => {
  const cost = { ...empty(), type: 'cost', condition: 'below', value: '10', symbol: 'AAPL' };
  expect(toAlert(cost, NOW)).toMatchObject({ type: 'cost', condition: 'below', value: 10, symbol: 'AAPL' });
  expect(backtestConditions(cost)).toBeNull();
  expect(canAddCondition(cost)).toBe(false);
});
