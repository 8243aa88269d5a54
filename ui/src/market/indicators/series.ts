/**
 * An indicator's values, one per price; null at the start while there are too few prices. All indicators take closes,
 * oldest first; the price history has only closes.
 */
export type Series = (number | null)[];

/**
 * An indicator's step function: takes the next close and returns the value there. With `keep` false the close may still
 * change: the value is the same, and the next call starts from the same state.
 */
export type Step<T = number | null> = (close: number, keep: boolean) => T;

/** The values of an indicator for final closes. */
export const valuesOf = <T>(step: Step<T>, closes: readonly number[]): T[] =>
  closes.map((close) => step(close, true));

/** For indicators of indicators: skips the step where the input has no value yet. */
export const onKnown = (step: Step, value: number | null, keep: boolean): number | null =>
  value === null ? null : step(value, keep);

/** The difference of two values; null if one is missing. */
export const minus = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;

/** The mean of two values; null if one is missing. */
export const middleOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : (a + b) / 2;

/** The last `period` closes, of which the newest may be provisional. */
export class Window {
  private readonly window: number[] = [];
  private count = 0;

  constructor(private readonly period: number) {}

  /** True if one more close fills the window. */
  get isFull(): boolean {
    return this.count >= this.period - 1;
  }

  /** The close that the next one pushes out; undefined while the window is filling. */
  get leaving(): number | undefined {
    return this.count >= this.period ? this.window[this.count % this.period] : undefined;
  }

  push(close: number): void {
    this.window[this.count % this.period] = close;
    this.count++;
  }
}

/**
 * The extreme of the last `period` values, amortized O(1) per value: a deque holds only candidates that no later value
 * has beaten. `wins(a, b)` returns true if a beats b.
 */
function extreme(period: number, wins: (a: number, b: number) => boolean): Step {
  const queue: { at: number; value: number }[] = [];
  let count = 0;
  return (value, keep) => {
    const at = count;
    const first = queue.find((candidate) => candidate.at > at - period);
    const best = first && wins(first.value, value) ? first.value : value;
    if (keep) {
      while (queue.length > 0 && !wins((queue.at(-1) as { value: number }).value, value)) queue.pop();
      queue.push({ at, value });
      while ((queue[0] as { at: number }).at <= at - period) queue.shift();
      count++;
    }
    return at >= period - 1 ? best : null;
  };
}

export const highest = (period: number): Step => extreme(period, (a, b) => a > b);
export const lowest = (period: number): Step => extreme(period, (a, b) => a < b);
