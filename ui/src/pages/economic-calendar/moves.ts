import type { EconomicDate, PricePoint } from '~/api/types';
import type { Day } from '~/market/day';

/** The daily percent changes of an index by day, from its daily closes (timestamps at midnight UTC, ascending). */
export function movesByDay(closes: readonly PricePoint[]): ReadonlyMap<Day, number> {
  const moves = new Map<Day, number>();
  for (const [index, { timestamp, price }] of closes.entries()) {
    const before = closes[index - 1]?.price;
    if (before) moves.set(timestamp.slice(0, 10), (price / before - 1) * 100);
  }
  return moves;
}

/** The previous day on which the same release was published. */
export const previousDate = (
  dates: readonly EconomicDate[],
  { name, date }: Pick<EconomicDate, 'name' | 'date'>,
  today: Day,
): Day | undefined =>
  dates
    .filter((each) => each.name === name && each.date < date && each.date <= today)
    .map((each) => each.date)
    .sort()
    .at(-1);
