import type { Ticker } from '~/api/types';
import { formatDateTime } from '~/market/time';

const SESSIONS = {
  pre: 'Pre-market',
  regular: 'Market open',
  post: 'After hours',
  closed: 'Market closed',
  always: 'Trades around the clock',
} as const;

const SOURCES: Record<string, string> = {
  sample: 'Sample data, simulated',
  file: 'Imported file',
  yahoo: 'Yahoo Finance, delayed',
  coingecko: 'CoinGecko, about one minute old',
  coinbase: 'Coinbase, live',
  kraken: 'Kraken, live',
};

/** 'Coinbase, live': where a price comes from; undefined while nobody knows. */
export const sourceName = (source: string | null): string | undefined =>
  source ? (SOURCES[source] ?? source) : undefined;

/** What a price is: where from, when, in which session, and whether it has grown old. */
export function provenance(ticker: Pick<Ticker, 'source' | 'updatedAt' | 'session' | 'stale'>): string[] {
  const lines = [`Source: ${sourceName(ticker.source) ?? 'unknown'}`];
  if (ticker.updatedAt) lines.push(`As of ${formatDateTime(ticker.updatedAt)}`);
  lines.push(SESSIONS[ticker.session]);
  if (ticker.stale) lines.push('Stale: older than its source usually is');
  return lines;
}
