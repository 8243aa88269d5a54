import { expect, test } from 'vitest';
import type { ProviderHealth, TickerStatus } from '~/api/types';
import {
  byTrouble,
  clockDifference,
  feedsOf,
  histories,
  nextTry,
  quotaText,
  until,
  withTrouble,
} from './status';

const NOW = Date.parse('2026-11-20T19:32:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const source = (name: string, state: string, nextAttempt: string | null = null) =>
  ({ name, state, nextAttempt }) as ProviderHealth;
const ticker = (symbol: string, fields: Partial<TickerStatus> = {}): TickerStatus => ({
  symbol,
  source: 'yahoo',
  updatedAt: at(-60),
  stale: false,
  lastError: null,
  history: null,
  ...fields,
});

test('failing sources stand first, then those not asked yet, then the others by their title', () => {
  const sources = [source('yahoo', 'ok'), source('rss', 'waiting'), source('coingecko', 'failing')];
  expect(byTrouble([...sources, source('cnn', 'ok')]).map(({ name }) => name)).toEqual([
    'coingecko',
    'rss',
    'cnn',
    'yahoo',
  ]);
});

test('a source tells what it brings and how many tickers have their price from it', () => {
  const tickers = [ticker('AAPL'), ticker('SPY'), ticker('BTC', { source: 'coingecko' })];
  expect(feedsOf('yahoo', tickers)).toBe('Prices, histories, dividends; 2 tickers now');
  expect(feedsOf('coingecko', tickers)).toMatch(/; 1 ticker now$/);
  expect(feedsOf('rss', tickers)).toBe('News');
  expect(feedsOf('my_source', tickers)).toBe('—');
});

test('what is left of a plan is told by its period', () => {
  expect(quotaText([])).toBe('');
  expect(quotaText([{ period: 'month', limit: 10_000, left: 9_812 }])).toBe(
    '9,812 of 10,000 left this month',
  );
});

test('tickers without a new price are those in trouble, the ones with a reason first', () => {
  const tickers = [
    ticker('AAPL'),
    ticker('OLD', { stale: true }),
    ticker('SQ', { stale: true, lastError: 'Yahoo has nothing for SQ.' }),
  ];
  expect(withTrouble(tickers).map(({ symbol }) => symbol)).toEqual(['SQ', 'OLD']);
});

test('the next try is the earliest of the failing sources', () => {
  const sources = [source('a', 'failing', at(90)), source('b', 'failing', at(30)), source('c', 'ok', at(1))];
  expect(nextTry(sources)).toBe(at(30));
  expect(nextTry([source('c', 'ok', at(1))])).toBeUndefined();
  expect([at(-5), at(30), at(90)].map((time) => until(time, NOW))).toEqual([
    'now',
    'within a minute',
    'in 2 min',
  ]);
});

test("a clock that is apart from this device's says which way", () => {
  expect(clockDifference(2000)).toBeUndefined();
  expect(clockDifference(-180_000)).toBe('3 min behind this device');
  expect(clockDifference(3_600_000)).toBe('1 h ahead of this device');
});

test('the histories that come in pieces are counted, with the time of the last', () => {
  const tickers = [
    ticker('A', { history: { done: 4, of: 4, readyAt: null } }),
    ticker('B', { history: { done: 2, of: 8, readyAt: at(300) } }),
    ticker('C'),
  ];
  expect(histories(tickers)).toEqual({ whole: 1, all: 2, share: 50, readyAt: at(300) });
  expect(histories([ticker('C')])).toMatchObject({ all: 0, share: 0 });
});
