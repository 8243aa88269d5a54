/**
 * An indicator's values, one per price; null at the start while there are too few prices. All indicators take closes,
 * oldest first; the price history has only closes.
 */
export type Series = (number | null)[];

/**
 * The step function of an indicator: takes the next close and returns the indicator's value. If `keep` is false, the close is
 * provisional: the state does not change, so the next call replaces this close.
 */
export type Step<T = number | null> = (close: number, keep: boolean) => T;

/** Returns the values of an indicator for final closes. */
export const valuesOf = <T>(step: Step<T>, closes: readonly number[]): T[] =>
  closes.map((close) => step(close, true));

/** Runs a step on the value of another indicator; returns null while that has no value yet. */
export const onKnown = (step: Step, value: number | null, keep: boolean): number | null =>
  value === null ? null : step(value, keep);

/** Returns the difference of two values; null if one is missing. */
export const minus = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;

/** Returns the average of two values; null if one is missing. */
export const middleOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : (a + b) / 2;

/** The last `period` closes; the newest may be provisional. */
export class Window {
  private readonly window: number[] = [];
  private count = 0;

  constructor(private readonly period: number) {}

  /** True if one more close fills the window. */
  get isFull(): boolean {
    return this.count >= this.period - 1;
  }

  /** The close that leaves the window with the next one; undefined while the window is filling. */
  get leaving(): number | undefined {
    return this.count >= this.period ? this.window[this.count % this.period] : undefined;
  }

  push(close: number): void {
    this.window[this.count % this.period] = close;
    this.count++;
  }
}

/**
 * Computes the extreme of the last `period` values in amortized O(1) per value. The queue contains only values that no later value is
 * better than. `isBetter(a, b)` returns true if a is more extreme than b.
 */
function extreme(period: number, isBetter: (a: number, b: number) => boolean): Step {
  const queue: { index: number; value: number }[] = [];
  let count = 0;
  return (value, keep) => {
    const index = count;
    const oldestBetter = queue.find((candidate) => candidate.index > index - period);
    const best = oldestBetter && isBetter(oldestBetter.value, value) ? oldestBetter.value : value;
    if (keep) {
      while (queue.length > 0 && !isBetter((queue.at(-1) as { value: number }).value, value)) queue.pop();
      queue.push({ index, value });
      while ((queue[0] as { index: number }).index <= index - period) queue.shift();
      count++;
    }
    return index >= period - 1 ? best : null;
  };
}

export const highest = (period: number): Step => extreme(period, (a, b) => a > b);
export const lowest = (period: number): Step => extreme(period, (a, b) => a < b);
