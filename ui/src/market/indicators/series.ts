/**
 * An indicator's values, one for each price: null on the left where too few prices stand before.
 * All indicators take closes, oldest first; price history has nothing but closes.
 */
export type Series = (number | null)[];

export const empty = (length: number): Series => new Array<number | null>(length).fill(null);

/** First index that holds a number; the length when none does. */
export function firstKnown(series: Series): number {
  const index = series.findIndex((value) => value !== null);
  return index === -1 ? series.length : index;
}

/**
 * Applies an indicator to the known tail of another one's result and lines it up again, for
 * averages of averages.
 */
export function onKnown(series: Series, indicator: (values: number[]) => Series): Series {
  const start = firstKnown(series);
  return [...empty(start), ...indicator(series.slice(start) as number[])];
}

/**
 * The extreme of each window of `period` values, in O(n): a queue holds only the candidates that
 * a later value has not yet beaten. `wins(a, b)` says that a beats b.
 */
function slidingExtreme(
  values: readonly number[],
  period: number,
  wins: (a: number, b: number) => boolean,
): Series {
  const result = empty(values.length);
  const queue: number[] = [];
  let head = 0;
  for (let i = 0; i < values.length; i++) {
    while (
      queue.length > head &&
      !wins(values[queue[queue.length - 1] as number] as number, values[i] as number)
    )
      queue.pop();
    queue.push(i);
    if ((queue[head] as number) <= i - period) head++;
    if (i >= period - 1) result[i] = values[queue[head] as number] as number;
  }
  return result;
}

export const highest = (values: readonly number[], period: number) =>
  slidingExtreme(values, period, (a, b) => a > b);
export const lowest = (values: readonly number[], period: number) =>
  slidingExtreme(values, period, (a, b) => a < b);
