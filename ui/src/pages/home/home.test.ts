import { describe, expect, test } from 'vitest';
import type { Ico, TickerRow } from '~/api/types';
import { guides } from './guides';
import { WORDS_PER_MINUTE, wordCount } from './guides/article';
import { biggestMover, breadthSentence } from './highlight';
import { icoLines } from './icoLines';
import { visibleIcos, visibleRows } from './rows';

const NOW = Date.parse('2026-11-20T19:32:00Z');
const tickers = Array.from(
  { length: 24 },
  (_, id) => ({ id, type: id % 3 ? 'stock' : 'crypto' }) as TickerRow,
);
const ico = (over: Partial<Ico>) =>
  ({
    status: 'active',
    targetAmount: 12e6,
    raisedAmount: 7.4e6,
    startDate: '2026-11-26T12:00:00Z',
    endDate: '2026-11-24T19:32:00Z',
    ...over,
  }) as Ico;

describe('HOME-06 trending rows', () => {
  test("HOME-06 'Show Less' is offered above 20 rows on a desktop and above 10 on a phone", () => {
    expect(visibleRows(tickers, 'all', 10, false)).toMatchObject({ remaining: 14, canCollapse: false });
    expect(visibleRows(tickers, 'all', 20, false)).toMatchObject({ remaining: 4, canCollapse: false });
    expect(visibleRows(tickers, 'all', 30, false)).toMatchObject({ remaining: 0, canCollapse: true });
    expect(visibleRows(tickers, 'all', 20, true).canCollapse).toBe(true);
    expect(visibleRows(tickers, 'all', 10, true).canCollapse).toBe(false);
  });

  test('HOME-06 a filter counts only its own rows', () => {
    expect(visibleRows(tickers, 'crypto', 10, false)).toMatchObject({ remaining: 0, canCollapse: false });
    expect(visibleRows(tickers, 'crypto', 10, false).rows).toHaveLength(8);
    expect(visibleRows(tickers, 'etf', 10, false).rows).toEqual([]);
  });
});

test("HOME-08 at most ten ICOs are shown, and 'Show More' only if more match", () => {
  const many = [...Array.from({ length: 11 }, () => ico({})), ico({ status: 'ended' })];
  expect(visibleIcos(many, 'all')).toMatchObject({ hasMore: true, icos: { length: 10 } });
  expect(visibleIcos(many, 'ended')).toMatchObject({ hasMore: false, icos: { length: 1 } });
  expect(visibleIcos(many.slice(0, 10), 'active').hasMore).toBe(false);
});

test.each([
  [{}, ['Raised: $7.4M / $12.0M', 'Ends in: 4 days']],
  [{ status: 'upcoming', raisedAmount: null }, ['Target: $12.0M', 'Starts: Nov 26, 2026']],
  [{ status: 'ended' }, ['Raised: $7.4M', 'Ended: Nov 24, 2026']],
] as const)('HOME-09 a card with %j reads %j', (over, lines) => {
  expect(icoLines(ico(over as Partial<Ico>), NOW)).toEqual(lines);
});

test.each(guides)('HOME-10 the guide $title takes about its $readTime minutes to read', async (guide) => {
  const { article } = await guide.load();
  const minutes = wordCount(article) / WORDS_PER_MINUTE;
  expect(minutes).toBeGreaterThan(guide.readTime - 1);
  expect(minutes).toBeLessThan(guide.readTime + 1);
});

test('HOME-10 there are four guides, with their specified read times', () => {
  expect(guides.map((guide) => guide.readTime)).toEqual([5, 7, 10, 6]);
});

describe("HOME-11 the highlight describes the market's day", () => {
  test('advancing stocks are counted among all with a known change', () => {
    expect(breadthSentence({ advancing: 144, declining: 16, unchanged: 2 })).toBe(
      'of 162 stocks are up, 16 down',
    );
    expect(breadthSentence({ advancing: 0, declining: 1, unchanged: 0 })).toBe('of 1 stock is up, 1 down');
    expect(breadthSentence({ advancing: 0, declining: 0, unchanged: 0 })).toBe('No stock prices yet');
  });
  test('the biggest mover has the largest change in either direction', () => {
    const [small, large, fall] = [
      { symbol: 'A', change24h: 1.2 },
      { symbol: 'B', change24h: 4.5 },
      { symbol: 'C', change24h: -3.456 },
    ];
    expect(biggestMover({ gainers: [small], losers: [fall] })).toBe(fall);
    expect(biggestMover({ gainers: [large, small], losers: [fall] })).toBe(large);
    expect(biggestMover({ gainers: [], losers: [fall] })).toBe(fall);
    expect(biggestMover({ gainers: [], losers: [] })).toBeUndefined();
  });
});
