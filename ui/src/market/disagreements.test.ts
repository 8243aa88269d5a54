import { describe, expect, it } from 'vitest';
import type { Disagreement } from '~/api/types';
import { disagreementSentence, disputedCloses, figureDecimals } from './disagreements';
import { withSource } from './sources';

const figure = (source: string, value: number | null) => ({
  source,
  value,
  at: '2026-11-21T02:00:00Z',
  date: null,
});
const row = (change: Partial<Disagreement>): Disagreement => ({
  symbol: 'AAPL',
  kind: 'close',
  date: '2026-11-18',
  figures: [figure('yahoo', 412.3), figure('cboe', 411.02)],
  used: 'yahoo',
  ...change,
});
const sentence = (change: Partial<Disagreement>) =>
  disagreementSentence(row(change), (value) => value.toFixed(2));

describe('disagreementSentence', () => {
  it('lists each figure with its source', () => {
    expect(sentence({})).toBe(
      'Sources disagree on the close of Nov 18, 2026: 412.30 (Yahoo Finance), 411.02 (Cboe). The chart uses Yahoo Finance.',
    );
    expect(sentence({ used: null })).toBe(
      'Sources disagree on the close of Nov 18, 2026: 412.30 (Yahoo Finance), 411.02 (Cboe).',
    );
    expect(sentence({ kind: 'price' })).toBe('Sources disagree: 412.30 (Yahoo Finance), 411.02 (Cboe).');
  });

  it('has the figures of disputed closes by day', () => {
    const closes = disputedCloses([row({}), row({ kind: 'split', date: '2026-11-19' })], String);
    expect([...closes]).toEqual([['2026-11-18', ', disputed: 412.3 (Yahoo Finance), 411.02 (Cboe)']]);
  });

  it('names the source of a filled session', () => {
    const figures = [figure('yahoo', null), figure('cboe', 411.02)];
    expect(sentence({ kind: 'missing-session', figures, used: 'cboe' })).toBe(
      'Yahoo Finance has no close for Nov 18, 2026, so the one from Cboe is used: 411.02 (Cboe).',
    );
  });

  it('shows the other date of a dividend', () => {
    const other = { ...figure('nasdaq_history', 0.26), date: '2026-11-20' };
    expect(sentence({ kind: 'dividend-date', figures: [figure('yahoo', 0.26), other] })).toBe(
      'Sources disagree on a dividend around Nov 18, 2026: 0.26 (Yahoo Finance), 0.26 (Nasdaq histories, Nov 20, 2026).',
    );
  });
});

describe('figureDecimals', () => {
  it('shows dividends with the decimals that they need', () => {
    const decimals = (value: number) => figureDecimals({ kind: 'dividend-amount' }, value, 2);
    expect([0.26, 0.265, 0.2651, 1 / 3].map(decimals)).toEqual([2, 3, 4, 4]);
    expect(figureDecimals({ kind: 'close' }, 1.23456, 5)).toBe(5);
  });
});

describe('withSource', () => {
  it('names the source of a filled session only', () => {
    expect(withSource('Nov 18, 2026', 'cboe')).toBe('Nov 18, 2026, from Cboe');
    expect(withSource('Nov 18, 2026', undefined)).toBe('Nov 18, 2026');
  });
});
