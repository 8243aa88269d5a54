import { expect, test } from 'vitest';
import type { PriceProblem } from '~/api/types';
import { lastTrySentence, problemSentence } from './priceProblem';

const NOW = Date.parse('2026-11-20T19:32:00Z');
const trouble = (fields: Partial<PriceProblem>): PriceProblem => ({
  provider: 'yahoo',
  lastError: '',
  lastTriedAt: null,
  nextTryAt: null,
  ...fields,
});

test('a removed symbol is described in plain words', () => {
  const lastError = 'The source refused: PFE: No data found, symbol may be delisted.';
  expect(problemSentence(trouble({ lastError }), 'PFE')).toBe(
    'Yahoo Finance has no data for PFE; it may be delisted.',
  );
});

test("a provider's error about a symbol follows its name, once", () => {
  const lastError = 'The source refused: SAP.DE: it is quoted in GBp, but the stored prices are in EUR.';
  expect(problemSentence(trouble({ lastError }), 'SAP.DE')).toBe(
    'Yahoo Finance has no price for SAP.DE: it is quoted in GBp, but the stored prices are in EUR.',
  );
});

test('a provider that fails completely is named with its error', () => {
  const lastError = 'The source returned HTTP 500.';
  expect(problemSentence(trouble({ provider: 'coingecko', lastError }), 'BTC')).toBe(
    'CoinGecko has no new price for BTC: the source returned HTTP 500.',
  );
});

test('the last and next request are shown as far as known', () => {
  const [lastTriedAt, nextTryAt] = ['2026-11-20T19:29:00Z', '2026-11-20T19:44:00Z'];
  expect(lastTrySentence(trouble({ lastTriedAt, nextTryAt }), NOW)).toBe(
    'Last tried 3 minutes ago, next try in 12 min.',
  );
  expect(lastTrySentence(trouble({ lastTriedAt }), NOW)).toBe('Last tried 3 minutes ago.');
  expect(lastTrySentence(trouble({ nextTryAt }), NOW)).toBe('Next try in 12 min.');
  expect(lastTrySentence(trouble({ nextTryAt: lastTriedAt }), NOW)).toBeUndefined();
});
