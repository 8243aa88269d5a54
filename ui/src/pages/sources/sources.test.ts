import { expect, test } from 'vitest';
import type { FigureRow, SourceRow } from '~/api/types';
import { groupFigures, readinessOf, requestLimit, stateText } from './sources';

const figure = (id: string, group: string, onFailure: string): FigureRow => ({
  id,
  title: id,
  group,
  sources: [],
  onFailure,
});

test('figures are grouped in order, with each sentence about failures once', () => {
  const groups = groupFigures([
    figure('a', 'Prices', 'Stale.'),
    figure('b', 'Prices', 'Stale.'),
    figure('c', 'Rates', 'Old.'),
    figure('d', 'Rates', 'None.'),
  ]);
  expect(groups.map(({ title, figures }) => [title, figures.length])).toEqual([
    ['Prices', 2],
    ['Rates', 2],
  ]);
  expect(groups.map(({ failures }) => failures.map(({ text }) => text))).toEqual([
    ['Stale.'],
    ['Old.', 'None.'],
  ]);
  expect(groups[0]?.failures[0]?.names).toEqual(['a', 'b']);
});

test('a source that is not used is ready, or needs a key or an address', () => {
  const unused = (unusedReason: string) => readinessOf({ used: false, unusedReason });
  expect(readinessOf({ used: true, unusedReason: null })).toBe('inUse');
  expect(unused('Disabled in the configuration.')).toBe('ready');
  expect(unused("Needs an API key: set 'api_key' in [providers.finnhub].")).toBe('needsKey');
  expect(unused("Set 'contact' in [providers.sec] to your e-mail address.")).toBe('needsKey');
});

test('the request limit names rate and quota', () => {
  expect(requestLimit({ maxPerMinute: 30, quota: null })).toBe('Up to 30 a minute');
  expect(requestLimit({ maxPerMinute: 8, quota: { limit: 10_000, period: 'month' } })).toBe(
    'Up to 8 a minute, 10,000 a month',
  );
  expect(requestLimit({ maxPerMinute: null, quota: null })).toBe('');
});

test('the state says whether a source is used and asked', () => {
  const source = { used: true, state: 'ok', table: 'cboe' } as SourceRow;
  expect(stateText(source, false)).toBe('Working');
  expect(stateText({ ...source, used: false }, false)).toBe('Not used');
  expect(stateText({ ...source, state: null }, true)).toBe('Not asked');
  expect(stateText({ ...source, state: null, table: null }, true)).toBe('In use');
});
