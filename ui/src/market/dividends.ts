/** TICK-04, TICK-05: what a list of dividends says. Amounts are per share in their own currencies, yields percent. */
type Frequency = 'monthly' | 'quarterly' | 'semi-annually' | 'annually';

export interface DividendRow {
  /** YYYY-MM-DD. */
  exDate: string;
  amount: number;
  /** ISO code of the amount's currency. */
  currency: string;
  yield: number | null;
  /** null while one payment alone says nothing about it. */
  frequency: string | null;
  isProjected: boolean;
}

const FACTORS: Record<Frequency, number> = { monthly: 12, quarterly: 4, 'semi-annually': 2, annually: 1 };

/** Payments a year; a frequency that is not known counts as annual. */
export function frequencyFactor(frequency: string | null): number {
  return FACTORS[frequency as Frequency] ?? 1;
}

/** 'Quarterly'. */
export function frequencyName(frequency: string | null): string {
  if (frequency === null) return 'Not announced yet';
  const known = frequency in FACTORS ? frequency : 'annually';
  return known.charAt(0).toUpperCase() + known.slice(1);
}

/** ISO dates sort as text. */
export function newestFirst<R extends DividendRow>(rows: readonly R[]): R[] {
  return [...rows].sort((a, b) => b.exDate.localeCompare(a.exDate));
}

const latest = (rows: readonly DividendRow[]) => newestFirst(rows).slice(0, countedPayments(rows));
const latestAmounts = (rows: readonly DividendRow[]) => latest(rows).map((row) => row.amount);

/** The currency of the payments that are added up; null where they are in several, which make no sum, or there is none. */
export function payoutCurrency(rows: readonly DividendRow[]): string | null {
  const [first, ...others] = new Set(latest(rows).map((row) => row.currency));
  return others.length === 0 ? (first ?? null) : null;
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** How many of the latest amounts the annual payout adds up: four at most, whoever pays how often. */
export const countedPayments = (rows: readonly DividendRow[]): number => Math.min(rows.length, 4);

/** The sum of the latest amounts, four at most; null where they are in several currencies. */
export const annualPayout = (rows: readonly DividendRow[]): number | null =>
  rows.length > 0 && payoutCurrency(rows) === null ? null : sum(latestAmounts(rows));

/** The yield of the newest row that has one: a special payment has none. */
export function shownYield(rows: readonly DividendRow[]): number | null {
  return newestFirst(rows).find((row) => row.yield !== null)?.yield ?? null;
}

/** The average of the latest four amounts, times the payments a year; null without rows, and of several currencies. */
export function annualDistribution(rows: readonly DividendRow[]): number | null {
  const [newest] = newestFirst(rows);
  if (!newest || payoutCurrency(rows) === null) return null;
  const amounts = latestAmounts(rows);
  return (sum(amounts) / amounts.length) * frequencyFactor(newest.frequency);
}

/** The annual distribution in percent of a price; null without one, and where it is in another currency. */
export function annualizedYield(
  rows: readonly DividendRow[],
  { price, currency }: { price: number | null; currency: string },
): number | null {
  const distribution = annualDistribution(rows);
  if (distribution === null || !price || payoutCurrency(rows) !== currency) return null;
  return (100 * distribution) / price;
}

/** The highest yield over all rows. */
export function maxYield(rows: readonly DividendRow[]): number | null {
  const yields = rows.flatMap((row) => (row.yield === null ? [] : [row.yield]));
  return yields.length === 0 ? null : Math.max(...yields);
}
