import type { TickerRow } from '~/api/types';
import { displayCurrencyOf, inDisplayCurrency } from '~/market/displayCurrency';
import { traded } from '~/market/measure';

const capOf = (row: TickerRow) => inDisplayCurrency(row, row.marketCap);

/** A coin with its rank by market cap, 1 for the largest. */
export interface RankedCoin extends TickerRow {
  rank: number;
}

/** Sorts by market cap; coins without one come last. */
export function ranking(rows: readonly TickerRow[]): RankedCoin[] {
  const cap = (row: TickerRow) => capOf(row) ?? 0;
  return [...rows].sort((a, b) => cap(b) - cap(a)).map((row, index) => ({ ...row, rank: index + 1 }));
}

export interface Totals {
  /** ISO code of the currency of both sums. */
  currency: string;
  marketCap: number;
  volume: number;
  /**
   * Percent change of the total market cap in 24 hours, over the coins with a known cap and change; null if
   * there are none.
   */
  change24h: number | null;
  /** Bitcoin's share of the market cap in percent; null if unknown. */
  dominance: number | null;
  /** Number of coins with a known market cap. */
  counted: number;
}

/** CTRK-01: the total market cap and Bitcoin's share. */
export function totals(rows: readonly TickerRow[]): Totals {
  const known = rows.filter((row) => capOf(row) !== null);
  const marketCap = known.reduce((sum, row) => sum + (capOf(row) ?? 0), 0);
  const bitcoinRow = known.find(({ symbol }) => symbol === 'BTC');
  const bitcoin = bitcoinRow && capOf(bitcoinRow);
  return {
    currency: displayCurrencyOf(rows),
    marketCap,
    change24h: capChange(known),
    volume: rows.reduce((sum, row) => sum + (traded(row) ?? 0), 0),
    dominance: bitcoin && marketCap > 0 ? (100 * bitcoin) / marketCap : null,
    counted: known.length,
  };
}

/** Computed from each coin's value a day ago, assuming the same supply. */
function capChange(rows: readonly TickerRow[]): number | null {
  const withChange = rows.filter(({ change24h }) => change24h !== null && change24h > -100);
  const now = withChange.reduce((sum, row) => sum + (capOf(row) ?? 0), 0);
  const before = withChange.reduce(
    (sum, row) => sum + (capOf(row) ?? 0) / (1 + (row.change24h ?? 0) / 100),
    0,
  );
  return before > 0 ? (now / before - 1) * 100 : null;
}

/** CTRK-02: the five largest gainers over 24 hours or a week. */
export function strongest(
  rows: readonly TickerRow[],
  changeKey: 'change24h' | 'change7d',
  count = 5,
): TickerRow[] {
  return rows
    .filter((row) => row[changeKey] !== null)
    .sort((a, b) => (b[changeKey] ?? 0) - (a[changeKey] ?? 0))
    .slice(0, count);
}

/** Percent by which a price is below its all-time high; null if either is unknown. */
export function fromHigh(price: number | null, high: number | null): number | null {
  return price === null || high === null || high <= 0 ? null : (price / high - 1) * 100;
}
