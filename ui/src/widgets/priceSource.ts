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
  cboe: 'Cboe',
  deutsche_boerse: 'Deutsche Börse',
  euronext: 'Euronext, official close',
  cnbc: 'CNBC',
  binance: 'Binance, converted from USDT',
  ecb: 'European Central Bank, daily reference rate',
  coinbase: 'Coinbase, live',
  kraken: 'Kraken, live',
  twelve_data: 'Twelve Data',
  sources: 'Your own source',
};

/** 'Coinbase, live': the source of a price; undefined if unknown. */
export const sourceName = (source: string | null): string | undefined =>
  source ? (SOURCES[source] ?? source) : undefined;

/**
 * Returns true for an exchange rate that is computed from two euro reference rates: a pair from the European Central Bank without the
 * euro.
 */
export const isCrossRate = ({ source, symbol }: Pick<Ticker, 'source' | 'symbol'>): boolean =>
  source === 'ecb' && !symbol.includes('EUR');

type PriceDetails = Pick<
  Ticker,
  | 'symbol'
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

/** Details of a price: source, time, delay, session and whether it is stale; then the extended-hours price's details. */
export function provenance(ticker: PriceDetails): string[] {
  const { source, updatedAt, stale, delayMinutes, extended } = ticker;
  const lines = [`Source: ${sourceName(source) ?? 'unknown'}`];
  if (updatedAt) lines.push(`As of ${formatDateTime(updatedAt)}`);
  if (isCrossRate(ticker)) lines.push('Cross rate: computed from the euro rates of both currencies');
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

/** 'Delayed 15 min': the delay required by the exchange. */
export const delayText = (minutes: number): string => `Delayed ${minutes} min`;
