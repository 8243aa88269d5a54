// TICK-04, TICK-05: totals and yields of a dividend list. Amounts are per share in their own currencies, yields in percent.
type Frequency = 'monthly' | 'quarterly' | 'semi-annually' | 'annually';

export interface DividendRow {
  /** YYYY-MM-DD. */
  exDate: string;
  amount: number;
  /** ISO code of the amount's currency. */
  currency: string;
  yield: number | null;
  /** Null if it can't be derived from a single payment. */
  frequency: string | null;
  isProjected: boolean;
}

const FACTORS: Record<Frequency, number> = { monthly: 12, quarterly: 4, 'semi-annually': 2, annually: 1 };

/** Returns the number of payments per year. An unknown frequency counts as annual. */
export function frequencyFactor(frequency: string | null): number {
  return FACTORS[frequency as Frequency] ?? 1;
}

/** Returns the name of a frequency: 'Quarterly'. */
export function frequencyName(frequency: string | null): string {
  if (frequency === null) return 'Not announced yet';
  const knownFrequency = frequency in FACTORS ? frequency : 'annually';
  return knownFrequency.charAt(0).toUpperCase() + knownFrequency.slice(1);
}

/** Returns the rows sorted by ex-date, newest first. */
export function newestFirst<R extends DividendRow>(rows: readonly R[]): R[] {
  return [...rows].sort((a, b) => b.exDate.localeCompare(a.exDate));
}

const latest = (rows: readonly DividendRow[]) => newestFirst(rows).slice(0, countedPayments(rows));
const latestAmounts = (rows: readonly DividendRow[]) => latest(rows).map((row) => row.amount);

/** Returns the currency of the payments in the annual payout; null if there are several, which can't be added, or none. */
export function payoutCurrency(rows: readonly DividendRow[]): string | null {
  const [first, ...others] = new Set(latest(rows).map((row) => row.currency));
  return others.length === 0 ? (first ?? null) : null;
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the number of latest amounts in the annual payout: at most four, whatever the frequency. */
export const countedPayments = (rows: readonly DividendRow[]): number => Math.min(rows.length, 4);

/** Returns the sum of the latest amounts, at most four; null if they are in several currencies. */
export const annualPayout = (rows: readonly DividendRow[]): number | null =>
  rows.length > 0 && payoutCurrency(rows) === null ? null : sum(latestAmounts(rows));

/** Returns the yield of the newest row that has one; special dividends have none. */
export function shownYield(rows: readonly DividendRow[]): number | null {
  return newestFirst(rows).find((row) => row.yield !== null)?.yield ?? null;
}

/** Returns the average of the latest four amounts times the payments per year; null if there are no rows or several currencies. */
export function annualDistribution(rows: readonly DividendRow[]): number | null {
  const [newest] = newestFirst(rows);
  if (!newest || payoutCurrency(rows) === null) return null;
  const amounts = latestAmounts(rows);
  return (sum(amounts) / amounts.length) * frequencyFactor(newest.frequency);
}

/** Returns the annual distribution in percent of a price; null if the price is unknown or in another currency. */
export function annualizedYield(
  rows: readonly DividendRow[],
  { price, currency }: { price: number | null; currency: string },
): number | null {
  const distribution = annualDistribution(rows);
  if (distribution === null || !price || payoutCurrency(rows) !== currency) return null;
  return (100 * distribution) / price;
}

/** Returns the highest yield over all rows. */
export function maxYield(rows: readonly DividendRow[]): number | null {
  const yields = rows.flatMap((row) => (row.yield === null ? [] : [row.yield]));
  return yields.length === 0 ? null : Math.max(...yields);
}
