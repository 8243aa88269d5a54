import type { Ticker } from '~/api/types';
import { formatPercent, formatQuote } from '~/market/format';
import { phaseName, phaseOf } from '~/market/session';
import { formatClock, formatDateTime } from '~/market/time';

const SOURCES: Record<string, string> = {
  sample: 'Sample data, simulated',
  file: 'Imported file',
  yahoo: 'Yahoo Finance',
  yahoo_stream: 'Yahoo Finance, live',
  finnhub: 'Finnhub, live',
  coingecko: 'CoinGecko, about one minute old',
  coinbase: 'Coinbase, live',
  kraken: 'Kraken, live',
  twelve_data: 'Twelve Data',
  sources: 'Your own source',
};

/** 'Coinbase, live': where a price comes from; undefined while nobody knows. */
export const sourceName = (source: string | null): string | undefined =>
  source ? (SOURCES[source] ?? source) : undefined;

type Priced = Pick<
  Ticker,
  | 'source'
  | 'updatedAt'
  | 'session'
  | 'stale'
  | 'delayMinutes'
  | 'extended'
  | 'type'
  | 'currency'
  | 'decimals'
>;

/** What a price is: where from, when, how late, in which session, and whether it has grown old; then one beside the session. */
export function provenance(ticker: Priced): string[] {
  const { source, updatedAt, stale, delayMinutes, extended } = ticker;
  const lines = [`Source: ${sourceName(source) ?? 'unknown'}`];
  if (updatedAt) lines.push(`As of ${formatDateTime(updatedAt)}`);
  if (delayMinutes) lines.push(delayText(delayMinutes));
  lines.push(phaseOf(ticker));
  if (stale) lines.push('Stale: no update for longer than usual');
  if (extended) {
    const price = formatQuote(ticker, extended.price, ticker.decimals);
    const change = formatPercent(extended.change);
    lines.push(`${phaseName(extended.session)}: ${price}, ${change}, ${formatClock(extended.updatedAt)}`);
  }
  return lines;
}

/** 'Delayed 15 min': how late prices come by the exchange's rules. */
export const delayText = (minutes: number): string => `Delayed ${minutes} min`;
