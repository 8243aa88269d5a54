import { expect, test } from 'vitest';
import type { Alert } from '~/api/types';
import { backtestOfAlert, chartAddress } from './chartAddress';

const none = { value: null, windowHours: null, indicator: null, interval: null, and: [] };

test('a saved alert is backtested as described, on a one-year chart', () => {
  const and = [{ ...none, type: 'price', condition: 'below', value: 400 }].map(({ and: _, ...rest }) => rest);
  const alert = {
    ...none,
    type: 'price',
    symbol: 'BRK-B',
    condition: 'above',
    value: 300,
    and,
  } as unknown as Alert;
  const tried = backtestOfAlert(alert);
  expect(tried).toEqual({
    type: 'price',
    symbol: 'BRK-B',
    condition: 'above',
    value: 300,
    and: JSON.stringify(and),
  });
  const [path, query] = chartAddress(tried as NonNullable<typeof tried>).split('?');
  expect(path).toBe('/ticker/BRK-B');
  const params = new URLSearchParams(query);
  expect(params.get('range')).toBe('1Y');
  expect(JSON.parse(params.get('tried') ?? '')).toEqual(tried);
});

test('news and lists are not backtested', () => {
  const news = { ...none, type: 'news', symbol: 'AAPL', condition: null } as unknown as Alert;
  expect(backtestOfAlert(news)).toBeNull();
  const over = { ...none, type: 'price', symbol: '', condition: 'above', value: 5 } as unknown as Alert;
  expect(backtestOfAlert(over)).toBeNull();
});
