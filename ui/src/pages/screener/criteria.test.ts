import { describe, expect, it } from 'vitest';
import { formatDateTime } from '~/market/time';
import {
  appliedCriteria,
  criteriaCount,
  hasSameCriteria,
  isSameScreen,
  limitsOf,
  PRESETS,
  rangeOf,
  screenQuery,
} from './criteria';
import { coverage, missing } from './sentences';

describe('the query of a screen', () => {
  it('has only the parameters of a screen, in one order', () => {
    const params = new URLSearchParams('dir=asc&sort=pe&screen=3&sector=B&sector=A&rsi=..30&pe=&x=1');
    expect(screenQuery(params)).toBe('rsi=..30&sector=B&sector=A&sort=pe&dir=asc');
  });
  it('leaves out defaults', () => {
    expect(screenQuery(new URLSearchParams('universe=stocks&sort=marketCap&dir=desc'))).toBe('');
    expect(screenQuery(new URLSearchParams('sort=name&dir=asc'))).toBe('sort=name');
    expect(screenQuery(new URLSearchParams('sort=name&dir=desc'))).toBe('sort=name&dir=desc');
  });
  it('is compared without order', () => {
    expect(isSameScreen('rsi=..30&sort=rsi&dir=asc', 'dir=asc&sort=rsi&rsi=..30')).toBe(true);
    expect(isSameScreen('rsi=..30', 'rsi=..31')).toBe(false);
    for (const { query } of PRESETS) expect(screenQuery(new URLSearchParams(query))).toBe(query);
  });
  it('counts criteria', () => {
    expect(criteriaCount(new URLSearchParams('rsi=..30&sector=A&sector=B&sort=pe&universe=sp500'))).toBe(2);
  });
});

describe('the limits of a range', () => {
  it.each([
    ['5..20', { min: '5', max: '20' }],
    ['-5.5..', { min: '-5.5', max: '' }],
    ['..20', { min: '', max: '20' }],
    ['', { min: '', max: '' }],
    ['abc', { min: '', max: '' }],
    ['1.2.3..4', { min: '', max: '4' }],
  ])('%s fills the fields', (range, limits) => {
    expect(limitsOf(range)).toEqual(limits);
  });
  it('are scaled without rounding errors', () => {
    expect(rangeOf({ min: '1.1', max: '' }, 1e9)).toBe('1100000000..');
    expect(limitsOf('1100000000..', 1e9)).toEqual({ min: '1.1', max: '' });
  });
  it.each([
    [{ min: '5', max: '20' }, '5..20'],
    [{ min: '', max: '' }, ''],
    [{ min: '1,5', max: '' }, '1.5..'],
    [{ min: '−3', max: '' }, '-3..'],
    [{ min: '20', max: '5' }, null],
    [{ min: 'x', max: '' }, null],
    [{ min: '1e5', max: '' }, null],
  ])('%o is read as %s', (limits, range) => {
    expect(rangeOf(limits)).toBe(range);
  });
});

describe('the sentences', () => {
  const counts = {
    matched: 3,
    universeSize: 114,
    indexMembers: null,
    unfollowed: 0,
    unfollowedAsOf: null,
    undecided: 0,
    unknown: [],
    pending: 0,
  };
  it('say what matches', () => {
    expect(coverage(counts)).toBe('3 of 114 tickers match.');
    expect(coverage({ ...counts, universeSize: 84, indexMembers: 503 })).toBe(
      '3 of 84 tickers match. 84 of the 503 members of the index are followed here.',
    );
  });
  it('name the members of an index that are not followed', () => {
    const index = { ...counts, universeSize: 502, indexMembers: 503, unfollowed: 415 };
    expect(coverage(index)).toBe(
      '3 of 502 tickers match. 415 of the 502 are not followed here: their prices are not known yet.',
    );
    const unfollowedAsOf = '2026-11-20T21:00:00Z';
    expect(coverage({ ...index, unfollowedAsOf })).toBe(
      `3 of 502 tickers match. 415 of the 502 are not followed here: their prices are from ${formatDateTime(unfollowedAsOf)}, without history and ratios.`,
    );
  });
  it('count missing values', () => {
    expect(missing(counts)).toBe('');
    const unknown = [{ field: 'pe', noun: 'P/E', count: 12 }];
    expect(missing({ ...counts, unknown, undecided: 5, pending: 2 })).toBe(
      '12 of 114 have no P/E. 5 might match, but a value is missing. The histories of 2 are still being read.',
    );
  });
});

it('the criteria in use are texts with the values that remain without them', () => {
  const params = new URLSearchParams(
    'rsi=..40&marketCap=2000000000..&change1Y=-5..20&sector=Energy&sector=Utilities&sort=rsi',
  );
  expect(appliedCriteria(params)).toEqual([
    { name: 'marketCap', text: 'Market cap ≥ $2B', rest: [] },
    { name: 'change1Y', text: '1-year change −5% to 20%', rest: [] },
    { name: 'rsi', text: '14-day RSI ≤ 40', rest: [] },
    { name: 'sector', text: 'Energy', rest: ['Utilities'] },
    { name: 'sector', text: 'Utilities', rest: ['Energy'] },
  ]);
  expect(appliedCriteria(new URLSearchParams('rsi=x&sort=pe'))).toEqual([]);
});

it('screens with the same criteria are the same in any order of their results', () => {
  expect(hasSameCriteria('rsi=..40', 'rsi=..40&sort=rsi&dir=asc')).toBe(true);
  expect(hasSameCriteria('rsi=..40', 'rsi=..30')).toBe(false);
});
