import { expect, test } from 'vitest';
import type { MarketSession } from '~/api/types';
import { GAUGE_BANDS, gaugeBand, gaugeValue } from './fearGreed';
import { HUES, hueOf, lettersOf, logoOf } from './monogram';
import { sessionSentence } from './session';

test('HOME-03 the bar color changes at 25, 45, 55 and 75', () => {
  const tones = [0, 25, 25.1, 45, 45.1, 55, 55.1, 75, 75.1, 100].map((value) => gaugeBand(value).tone);
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

test('HOME-03 the named band contains the value', () => {
  for (let value = 0; value <= 100; value += 0.5) {
    const { from, to, title } = gaugeBand(value);
    expect(from <= value && value <= to, `${value} is in ${title}`).toBe(true);
  }
  const words = [0, 25, 25.1, 45, 50, 55, 56, 75, 76, 100].map((value) => gaugeBand(value).title);
  expect(words.slice(0, 5)).toEqual(['Extreme Fear', 'Extreme Fear', 'Fear', 'Fear', 'Neutral']);
  expect(words.slice(5)).toEqual(['Neutral', 'Greed', 'Greed', 'Extreme Greed', 'Extreme Greed']);
  expect(GAUGE_BANDS.map(({ from }) => from)).toEqual([0, ...GAUGE_BANDS.slice(0, -1).map(({ to }) => to)]);
});

test('HOME-03 the bar is at 50 if there is no reading and never leaves its track', () => {
  expect([null, undefined, Number.NaN, 68, -3, 140].map(gaugeValue)).toEqual([50, 50, 50, 68, 0, 100]);
});

test("TICK-02 a URL containing 'undefined' and a commodity's URL are not used as logos", () => {
  expect(logoOf({ type: 'stock', logo: '/logo/aapl.png' })).toBe('/logo/aapl.png');
  expect(logoOf({ type: 'stock', logo: 'https://x/undefined.png' })).toBeNull();
  expect(logoOf({ type: 'commodity', logo: '/logo/gold.png' })).toBeNull();
  expect(logoOf({ type: 'stock', logo: null })).toBeNull();
});

test('a logo placeholder has up to two letters and a stable hue', () => {
  expect(['AAPL', '^GSPC', 'GC=F', 'V', '^'].map(lettersOf)).toEqual(['AA', 'GS', 'GC', 'V', '^']);
  expect(hueOf('AAPL')).toBe(hueOf('AAPL'));
  const hues = new Set(
    ['AAPL', 'MSFT', 'NVDA', 'BTC', 'ETH', 'SPY', 'QQQ', 'TSLA', 'JPM', 'KO', 'XOM', 'SOL'].map(hueOf),
  );
  expect(hues.size).toBeGreaterThan(4);
  expect([...hues].every((hue) => HUES.includes(hue))).toBe(true);
});

const session = (fields: Partial<MarketSession>): MarketSession => ({
  market: 'US',
  state: 'regular',
  now: '2026-11-20T20:42:00Z',
  nextChange: '2026-11-20T21:00:00Z',
  nextState: 'post',
  holiday: null,
  timeZone: 'America/New_York',
  ...fields,
});

test.each([
  [{}, 'US open, closes in 18 min'],
  [{ state: 'pre', nextState: 'regular' }, 'US pre-market, opens in 18 min'],
  [{ state: 'post', nextState: 'closed' }, 'US after hours, ends in 18 min'],
  [
    { state: 'closed', nextState: 'pre', holiday: 'Thanksgiving Day' },
    'US closed (Thanksgiving Day), pre-market opens in 18 min',
  ],
] as const)('a session %j is described as: %s', (over, sentence) => {
  expect(sessionSentence(session(over), Date.parse('2026-11-20T20:42:00Z'))).toBe(sentence);
});

test('a session that is over is not shown as closing in a minute', () => {
  const session: MarketSession = {
    market: 'US',
    state: 'regular',
    now: '2026-11-20T20:59:00Z',
    nextChange: '2026-11-20T21:00:00Z',
    nextState: 'post',
    holiday: null,
    timeZone: 'America/New_York',
  };
  expect(sessionSentence(session, Date.parse('2026-11-20T20:59:30Z'))).toBe('US open, closes in 1 min');
  expect(sessionSentence(session, Date.parse('2026-11-20T21:00:00Z'))).toBe('US after hours');
});
