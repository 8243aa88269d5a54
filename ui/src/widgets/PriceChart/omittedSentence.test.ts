import { expect, it } from 'vitest';
import { omittedSentence } from './omittedSentence';

const points = ['2026-04-01', '2026-05-10'].map((day) => ({ timestamp: `${day}T00:00:00Z` }));
const bar = (day: string, interval = '1d') => ({ interval, start: `${day}T00:00:00Z` });

it('reports how many bars of the range are omitted, and why', () => {
  const bars = [bar('2026-04-30'), bar('2026-05-01'), bar('2025-01-02'), bar('2026-05-02', '1h')];
  expect(omittedSentence({ bars, timeframe: '3M', points })).toMatch(
    /^2 bars left out: far from the prices around them/,
  );
  expect(omittedSentence({ bars: bars.slice(1), timeframe: '3M', points })).toMatch(
    /^1 bar left out: far from the prices around it/,
  );
});

it('reports nothing if no bar is omitted or nothing is shown', () => {
  expect(omittedSentence({ bars: [], timeframe: '3M', points })).toBeNull();
  expect(omittedSentence({ bars: [bar('2025-01-02')], timeframe: '3M', points })).toBeNull();
  expect(omittedSentence({ bars: [bar('2026-04-30')], timeframe: '3M', points: [] })).toBeNull();
});
