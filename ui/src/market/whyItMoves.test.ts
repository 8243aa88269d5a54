import { expect, test } from 'vitest';
import { comparisonText, crossedLevels, newsOfDay } from './whyItMoves';

test.each([
  [1.2, 0.4, 'Up more than Energy'],
  [0.5, 1.9, 'Up less than Energy'],
  [1, -0.4, 'Up while Energy is down'],
  [-2, 0.4, 'Down while Energy is up'],
  [-2, -0.4, 'Down more than Energy'],
  [-0.4, -2, 'Down less than Energy'],
  [0.4, 0.3, 'In line with Energy'],
  [0.1, -0.1, 'In line with Energy'],
  [0, 0, 'In line with Energy'],
  [0, 1.5, 'Unchanged while Energy is up'],
  [1.5, 0, 'Up more than Energy'],
])('a change of %f%% next to a sector of %f%%: %s', (own, change, text) => {
  expect(comparisonText(own, { name: 'Energy', change })).toBe(text);
});

test('an index has an article', () => {
  expect(comparisonText(0.4, { name: 'S&P 500', change: 0.3 })).toBe('In line with the S&P 500');
});

const QUIET = {
  price: 100,
  previousClose: 99,
  dayHigh: 101,
  dayLow: 98,
  yearHigh: 130,
  yearLow: 70,
  average50d: 90,
  average200d: 80,
};

test('crossedLevels lists the levels crossed since the previous close, upwards or downwards', () => {
  expect(crossedLevels(QUIET)).toEqual([]);
  expect(crossedLevels({ ...QUIET, average50d: 99.5 })).toEqual(['Rose above its 50-day average']);
  expect(crossedLevels({ ...QUIET, previousClose: 104, average200d: 100, average50d: 102 })).toEqual([
    'Fell below its 200-day average',
    'Fell below its 50-day average',
  ]);
  expect(crossedLevels({ ...QUIET, yearHigh: 101 })).toEqual(['Highest price in 52 weeks']);
  expect(crossedLevels({ ...QUIET, dayLow: null, yearLow: 100 })).toEqual(['Lowest price in 52 weeks']);
});

test('without a price, a previous close or a 52-week range, no level is listed', () => {
  expect(crossedLevels({ ...QUIET, price: null, yearHigh: 90 })).toEqual([]);
  expect(crossedLevels({ ...QUIET, previousClose: null, average50d: 99.5 })).toEqual([]);
  expect(crossedLevels({ ...QUIET, yearHigh: null, yearLow: null })).toEqual([]);
  // A price that never changed is both the highest and the lowest, so neither is listed.
  expect(crossedLevels({ ...QUIET, dayHigh: 100, dayLow: 100, yearHigh: 100, yearLow: 100 })).toEqual([]);
});

test('newsOfDay returns the articles since 24 hours before the last price, newest first', () => {
  const articles = ['2026-11-26T17:59:59Z', '2026-11-26T18:00:00Z', '2026-11-28T09:00:00Z'].map(
    (publishedAt) => ({
      publishedAt,
    }),
  );
  expect(newsOfDay(articles, '2026-11-27T18:00:00Z').map(({ publishedAt }) => publishedAt)).toEqual([
    '2026-11-28T09:00:00Z',
    '2026-11-26T18:00:00Z',
  ]);
  expect(newsOfDay(articles, null)).toEqual([]);
});
