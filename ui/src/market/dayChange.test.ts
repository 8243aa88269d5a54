import { expect, test } from 'vitest';
import type { Ticker } from '~/api/types';
import { dayChangeName, dayChangePeriod, volumeName } from './dayChange';

const quote = (type: Ticker['type'], updatedAt: string | null) =>
  ({ type, session: 'closed', timeZone: 'America/New_York', updatedAt }) as Ticker;
const FRIDAY_CLOSE = '2026-11-20T21:00:00Z';
const names = (ticker: Ticker, today: string | undefined) => [
  dayChangeName(ticker, today),
  dayChangePeriod(ticker, today),
];

test('only coins, which trade around the clock, have a 24-hour change', () => {
  expect(names(quote('crypto', FRIDAY_CLOSE), '2026-11-22')).toEqual(['24h', 'in 24h']);
  for (const type of ['stock', 'etf', 'index', 'commodity', 'currency'] as const)
    expect(names(quote(type, FRIDAY_CLOSE), '2026-11-20')).toEqual(['Today', 'today']);
});

test('the change of a past session has the name of its day', () => {
  expect(names(quote('stock', FRIDAY_CLOSE), '2026-11-21')).toEqual(['Fri', 'on Friday']);
  expect(names(quote('stock', FRIDAY_CLOSE), '2026-11-30')).toEqual(['Nov 20', 'on Nov 20']);
});

test('without a time of the price or the market day, the change is of today', () => {
  expect(names(quote('stock', null), '2026-11-21')).toEqual(['Today', 'today']);
  expect(names(quote('stock', FRIDAY_CLOSE), undefined)).toEqual(['Today', 'today']);
});

test('only the volume of a coin covers 24 hours', () => {
  expect((['stock', 'etf', 'crypto'] as const).map(volumeName)).toEqual(['Volume', 'Volume', 'Volume (24h)']);
});
