import { expect, test } from 'vitest';
import type { MarketSession, SessionLine } from '~/api/types';
import { gaugeTitle, gaugeTone, gaugeValue } from './fearGreed';
import { HUES, hueOf, lettersOf, logoOf } from './monogram';
import { sessionSentence } from './session';
import { sessionGeometry } from './sessionGeometry';
import { sparkPaths } from './spark';

test('HOME-03 the bar colour changes at 25, 45, 55 and 75', () => {
  const tones = [0, 25, 25.1, 45, 45.1, 55, 55.1, 75, 75.1, 100].map(gaugeTone);
  expect(tones).toEqual([
    'red',
    'red',
    'orange',
    'orange',
    'yellow',
    'yellow',
    'amber',
    'amber',
    'green',
    'green',
  ]);
});

test('HOME-03 the bar stands at 50 without a reading and never leaves its track', () => {
  expect([null, undefined, Number.NaN, 68, -3, 140].map(gaugeValue)).toEqual([50, 50, 50, 68, 0, 100]);
  expect(gaugeTitle('extreme greed')).toBe('Extreme Greed');
});

test('TICK-02 a logo with undefined in its address, or of a commodity, is no logo', () => {
  expect(logoOf({ type: 'stock', logo: '/logo/aapl.png' })).toBe('/logo/aapl.png');
  expect(logoOf({ type: 'stock', logo: 'https://x/undefined.png' })).toBeNull();
  expect(logoOf({ type: 'commodity', logo: '/logo/gold.png' })).toBeNull();
  expect(logoOf({ type: 'stock', logo: null })).toBeNull();
});

test('a monogram has two letters and the same hue for ever', () => {
  expect(['AAPL', '^GSPC', 'GC=F', 'V', '^'].map(lettersOf)).toEqual(['AA', 'GS', 'GC', 'V', '^']);
  expect(hueOf('AAPL')).toBe(hueOf('AAPL'));
  const used = new Set(
    ['AAPL', 'MSFT', 'NVDA', 'BTC', 'ETH', 'SPY', 'QQQ', 'TSLA', 'JPM', 'KO', 'XOM', 'SOL'].map(hueOf),
  );
  expect(used.size).toBeGreaterThan(4);
  expect([...used].every((hue) => HUES.includes(hue))).toBe(true);
});

const session = (over: Partial<MarketSession>): MarketSession => ({
  market: 'US',
  state: 'regular',
  now: '2026-11-20T20:42:00Z',
  nextChange: '2026-11-20T21:00:00Z',
  nextState: 'post',
  holiday: null,
  timeZone: 'America/New_York',
  ...over,
});

test.each([
  [{}, 'US market open, closes in 18 min'],
  [{ state: 'pre', nextState: 'regular' }, 'US pre-market, opens in 18 min'],
  [{ state: 'post', nextState: 'closed' }, 'US after hours, ends in 18 min'],
  [
    { state: 'closed', nextState: 'pre', holiday: 'Thanksgiving Day' },
    'US market closed (Thanksgiving Day), pre-market in 18 min',
  ],
] as const)('the session line reads %j as %s', (over, sentence) => {
  expect(sessionSentence(session(over), Date.parse('2026-11-20T20:42:00Z'))).toBe(sentence);
});

test('a spark spans its box, draws a flat week in the middle and nothing from one point', () => {
  expect(sparkPaths([1, 3, 2], 100, 20)?.line).toBe('M0.0 18.0L50.0 2.0L100.0 10.0');
  expect(sparkPaths([5, 5], 100, 20)?.line).toBe('M0.0 10.0L100.0 10.0');
  expect(sparkPaths([5, Number.NaN], 100, 20)).toBeNull();
  // A tenth of a per cent takes a fifth of the height, in its middle.
  expect(sparkPaths([1000, 1001], 100, 24)?.line).toBe('M0.0 14.0L100.0 10.0');
});

const line: SessionLine = {
  tickerId: 1,
  symbol: '^GSPC',
  name: 'S&P 500',
  price: 110,
  change24h: 10,
  previousClose: 100,
  sessionStart: '2026-11-20T14:30:00Z',
  sessionEnd: '2026-11-20T21:00:00Z',
  points: [
    { timestamp: '2026-11-20T14:30:00Z', price: 100 },
    { timestamp: '2026-11-20T17:45:00Z', price: 110 },
  ],
};

test("HOME-01 a day's line stops at now and leaves the rest of the session empty", () => {
  const drawn = sessionGeometry(line);
  expect(drawn?.last).toEqual({ x: 50, y: 8 });
  expect(drawn?.closeY).toBe(92);
  expect(drawn?.ticks.map((tick) => tick.x)).toEqual([
    0,
    expect.closeTo(23.08, 1),
    expect.closeTo(46.15, 1),
    expect.closeTo(69.23, 1),
    100,
  ]);
});

test('a live price extends the line; one from after the session does not', () => {
  const at = Date.parse('2026-11-20T19:22:30Z');
  expect(sessionGeometry(line, { at, price: 105 })?.last.x).toBe(75);
  expect(sessionGeometry(line, { at: Date.parse('2026-11-21T12:00:00Z'), price: 105 })?.last.x).toBe(50);
  expect(sessionGeometry({ ...line, points: line.points.slice(0, 1) })).toBeNull();
});
