import { expect, test } from 'vitest';
import type { ProviderHealth, TickerStatus } from '~/api/types';
import {
  brokerText,
  bySeverity,
  clockDifference,
  formatBytes,
  histories,
  nextRequest,
  priceCounts,
  quotaText,
  readableReasons,
  refusal,
  since,
  someSymbols,
  sourceCounts,
  stalePriceSummary,
  stalePrices,
  stalePricesByCause,
  tasksText,
  unhealthySince,
  unknownNames,
  until,
  withStaleState,
  workingWord,
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
  session: 'regular',
  lastError: null,
  history: null,
  ...fields,
});

test('failing sources come first, then outdated, blocked and unused ones, then the others by title', () => {
  const sources = [source('yahoo', 'ok'), source('rss', 'waiting'), source('coingecko', 'failing')];
  const otherSources = [
    source('cnn', 'ok'),
    source('yahoo_facts', 'refused'),
    source('alternative_me', 'outdated'),
  ];
  expect(bySeverity([...sources, ...otherSources]).map(({ name }) => name)).toEqual([
    'coingecko',
    'alternative_me',
    'yahoo_facts',
    'rss',
    'cnn',
    'yahoo',
  ]);
});

test('a blocked source shows its next request, and the server is healthy without it', () => {
  const facts = source('yahoo_facts', 'refused', '2026-11-21T02:32:00Z');
  expect(refusal(facts)).toBe('Blocked by the provider, next request at Nov 20, 2026, 9:32 PM EST.');
  expect(nextRequest([facts])).toBeUndefined();
});

test('the remaining quota of a plan shows its period', () => {
  expect(quotaText({ period: 'month', limit: 10_000, left: 9_812 })).toBe('9,812 of 10,000 this month');
  expect(quotaText({ period: 'day', limit: 800, left: 12 })).toBe('12 of 800 today');
});

test('the summary counts stale prices with the age of the oldest, and missing prices', () => {
  const current = [ticker('AAPL'), ticker('SPY')];
  expect(stalePriceSummary(current, NOW)).toBe('');
  expect(workingWord(current)).toBe('Working');
  const old = ticker('OLD', { stale: true, updatedAt: '2026-11-20T15:54:00Z' });
  expect(stalePriceSummary([...current, old], NOW)).toBe('1 price is out of date, from 3 hours ago.');
  expect(workingWord([...current, old])).toBe('Working, 1 outdated price');
  const none = [ticker('A', { updatedAt: null, stale: true }), ticker('B', { updatedAt: null })];
  const newer = ticker('NEW', { stale: true });
  expect(stalePriceSummary([...current, newer, old, ...none], NOW)).toBe(
    '2 prices are out of date, the oldest from 3 hours ago. 2 tickers have no price yet.',
  );
  expect(workingWord([...current, ...none])).toBe('Working, 2 without a price');
  expect(priceCounts([...current, old, ...none])).toEqual({
    totalCount: 5,
    currentCount: 2,
    staleCount: 1,
    missingCount: 2,
  });
});

test('tickers without prices for the same reason are one group with their number', () => {
  const rejected = (symbol: string) =>
    ticker(symbol, { lastError: `The source refused: ${symbol}: ${symbol}-USD is not a valid product.` });
  const old = ticker('OLD', { stale: true });
  const groups = stalePricesByCause([old, rejected('AAVE'), rejected('ADA'), ticker('AAPL')]);
  expect(groups.map(({ cause, tickers }) => `${tickers.length} ${cause}`)).toEqual([
    '2 The source refused: …-USD is not a valid product.',
    '1 Yahoo Finance has no newer price.',
  ]);
  const late = ['F', 'GC=F', 'AAPL'].map((symbol) => ticker(symbol, { stale: true }));
  expect(stalePricesByCause(late)).toHaveLength(1);
  expect(stalePricesByCause([rejected('F'), rejected('GC=F')])).toHaveLength(1);
  expect(stalePricesByCause([rejected('ADA')])[0]?.cause).toContain('ADA-USD');
  const unknown = ['ABC', 'XYZ'].map((symbol) => ticker(symbol, { lastError: `Yahoo knows no ${symbol}.` }));
  expect(stalePricesByCause(unknown)[0]?.cause).toBe('Yahoo knows no …');
  expect(someSymbols(unknown)).toBe('ABC, XYZ');
  expect(someSymbols([...unknown, ...late, ...late])).toBe('ABC, XYZ, F, GC=F, AAPL, F and 2 more');
});

test('working sources are counted out of all sources in the table', () => {
  const states = ['ok', 'failing', 'outdated', 'refused', 'waiting', 'ok'];
  expect(sourceCounts(states.map((state) => source(state, state)))).toEqual({
    totalCount: 6,
    workingCount: 2,
  });
});

test('a working source is outdated if most of its prices are stale', () => {
  const yahoo = source('yahoo', 'ok');
  const old = ticker('OLD', { stale: true });
  expect(
    withStaleState([yahoo], [old, ticker('AAPL'), ticker('SPY', { source: 'kraken', stale: true })]),
  ).toEqual([yahoo]);
  expect(withStaleState([yahoo], [old, ticker('A', { stale: true }), ticker('AAPL')])[0]).toMatchObject({
    state: 'outdated',
    lastError: '2 of its 3 prices are out of date.',
  });
  expect(withStaleState([yahoo], [old])[0]?.lastError).toBe('Its price is out of date.');
  const failing = source('yahoo', 'failing');
  expect(withStaleState([failing], [old])).toEqual([failing]);
});

test('a failure starts with the first failing source, and has no start time with other reasons', () => {
  const unhealthy = [
    { ...source('a', 'failing'), unhealthySince: at(-60) },
    { ...source('b', 'outdated'), unhealthySince: at(-7200) },
    { ...source('c', 'refused'), unhealthySince: at(-9000) },
  ];
  expect(unhealthySince(unhealthy, ['a', 'b'])).toBe(at(-7200));
  expect(unhealthySince(unhealthy, ['a', 'b', 'The disk is full.'])).toBeUndefined();
  expect(unhealthySince([], [])).toBeUndefined();
  expect(since(at(-7200), NOW)).toBe('since 12:32 PM');
  expect(since(at(-172_800), NOW)).toBe('since Nov 18, 2026, 2:32 PM EST');
});

test('a finished task is not a failed one', () => {
  const task = (state: string) => ({ name: state, kind: 'essential', state, restarts: 0, lastError: null });
  expect(tasksText([task('running'), task('running'), task('ended')])).toBe('2 running, 1 finished');
  expect(tasksText([task('running'), task('waiting'), task('failed')])).toBe('1 of 3 running');
});

test('the broker shows its number of tickers, or its connection problem', () => {
  const broker = { address: 'mqtt://mqtt.lan', connectedAt: null, messages: 0, unknownLists: [] };
  expect(brokerText({ ...broker, connected: true, tickers: 1, problem: null })).toBe('Connected, 1 ticker');
  const rejected = {
    ...broker,
    connected: false,
    tickers: 0,
    problem: 'could not connect: connection refused',
  };
  expect(brokerText(rejected)).toBe('Not connected: could not connect: connection refused');
  expect(brokerText({ ...rejected, problem: null })).toBe('Not connected yet');
});

test('unknown names in the configuration are shown with their setting', () => {
  const broker = {
    address: 'mqtt://mqtt.lan',
    connected: true,
    connectedAt: null,
    messages: 0,
    problem: null,
    tickers: 1,
    unknownLists: ['Minne'],
  };
  const unknownSymbols = [{ setting: 'mqtt.symbols', symbol: 'APPL' }];
  expect(unknownNames({ unknownSymbols, mqtt: broker })).toBe('APPL (mqtt.symbols), Minne (mqtt.lists)');
  expect(unknownNames({ unknownSymbols: [], mqtt: null })).toBe('');
});

test('stale tickers with a known reason come first', () => {
  const tickers = [
    ticker('AAPL'),
    ticker('OLD', { stale: true }),
    ticker('SQ', { stale: true, lastError: 'Yahoo has nothing for SQ.' }),
  ];
  expect(stalePrices(tickers).map(({ symbol }) => symbol)).toEqual(['SQ', 'OLD']);
});

test('tickers without a price are listed too', () => {
  const groups = stalePricesByCause([ticker('AAPL'), ticker('NEW', { updatedAt: null, source: null })]);
  expect(groups.map(({ cause, tickers }) => `${tickers.length} ${cause}`)).toEqual([
    '1 Its source has sent no price yet.',
  ]);
});

test('the next request is the earliest of the failing sources', () => {
  const sources = [source('a', 'failing', at(90)), source('b', 'failing', at(30)), source('c', 'ok', at(1))];
  expect(nextRequest(sources)).toBe(at(30));
  expect(nextRequest([source('c', 'ok', at(1))])).toBeUndefined();
  expect([at(-5), at(30), at(90)].map((time) => until(time, NOW))).toEqual([
    'now',
    'within a minute',
    'in 2 min',
  ]);
});

test("a clock that differs from this device's shows the direction", () => {
  expect(clockDifference(2000)).toBeUndefined();
  expect(clockDifference(-180_000)).toBe('3 min behind this device');
  expect(clockDifference(3_600_000)).toBe('1 h ahead of this device');
});

test('histories fetched in parts are counted, with the time of the last', () => {
  const tickers = [
    ticker('A', { history: { done: 4, of: 4, readyAt: null } }),
    ticker('B', { history: { done: 2, of: 8, readyAt: at(300) } }),
    ticker('C'),
  ];
  expect(histories(tickers)).toEqual({ completeCount: 1, count: 2, share: 50, readyAt: at(300) });
  expect(histories([ticker('C')])).toMatchObject({ count: 0, share: 0 });
});

test('server sentences get readable source names and times', () => {
  expect(
    readableReasons(["The source 'coingecko' is failing: It asked to wait until 2026-11-20T19:32:06.913Z."]),
  ).toBe('CoinGecko is failing: It asked to wait until Nov 20, 2026, 2:32 PM EST.');
});

test('sizes use decimal units', () => {
  expect([0, 14_230_000, 250_000_000, 32_100_000_000, 5e15].map(formatBytes)).toEqual([
    '0.0 kB',
    '14.2 MB',
    '250 MB',
    '32.1 GB',
    '5,000 TB',
  ]);
  expect(formatBytes(null)).toBe('—');
});
