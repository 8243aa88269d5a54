/** TICK-04, TICK-05: what a list of dividends says. Amounts are dollars a share, yields percent. */
type Frequency = 'monthly' | 'quarterly' | 'semi-annually' | 'annually';

export interface DividendRow {
  /** YYYY-MM-DD. */
  exDate: string;
  amount: number;
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
  if (frequency === null) return 'Not known yet';
  const known = frequency in FACTORS ? frequency : 'annually';
  return known.charAt(0).toUpperCase() + known.slice(1);
}

/** ISO dates sort as text. */
export function newestFirst<R extends DividendRow>(rows: readonly R[]): R[] {
  return [...rows].sort((a, b) => b.exDate.localeCompare(a.exDate));
}

const latestAmounts = (rows: readonly DividendRow[]) =>
  newestFirst(rows)
    .slice(0, countedPayments(rows))
    .map((row) => row.amount);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** How many of the latest amounts the annual payout adds up: four at most, whoever pays how often. */
export const countedPayments = (rows: readonly DividendRow[]): number => Math.min(rows.length, 4);

/** The sum of the latest amounts, four at most. */
export const annualPayout = (rows: readonly DividendRow[]): number => sum(latestAmounts(rows));

/** The yield of the newest row that has one: a special payment has none. */
export function shownYield(rows: readonly DividendRow[]): number | null {
  return newestFirst(rows).find((row) => row.yield !== null)?.yield ?? null;
}

/** The average of the latest four amounts, times the payments a year; null without rows. */
export function annualDistribution(rows: readonly DividendRow[]): number | null {
  const [latest] = newestFirst(rows);
  if (!latest) return null;
  const amounts = latestAmounts(rows);
  return (sum(amounts) / amounts.length) * frequencyFactor(latest.frequency);
}

/** The annual distribution in percent of the price; null without a price. */
export function annualizedYield(rows: readonly DividendRow[], price: number | null): number | null {
  const distribution = annualDistribution(rows);
  return distribution === null || !price ? null : (100 * distribution) / price;
}

/** The highest yield over all rows. */
export function maxYield(rows: readonly DividendRow[]): number | null {
  const yields = rows.flatMap((row) => (row.yield === null ? [] : [row.yield]));
  return yields.length === 0 ? null : Math.max(...yields);
}
