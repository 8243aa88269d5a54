/**
 * An indicator's values, one for each price: null on the left where too few prices stand before.
 * All indicators take closes, oldest first; price history has nothing but closes.
 */
export type Series = (number | null)[];

/**
 * An indicator that takes one close after another and gives its value there. A close that may still change
 * is tried with `keep` false: the answer is the same, and the next call begins where this one began.
 */
export type Step<T = number | null> = (close: number, keep: boolean) => T;

/** An indicator's values for closes that are all final. */
export const valuesOf = <T>(step: Step<T>, closes: readonly number[]): T[] =>
  closes.map((close) => step(close, true));

/** For indicators of indicators: the step is not taken where the other has no value yet. */
export const onKnown = (step: Step, value: number | null, keep: boolean): number | null =>
  value === null ? null : step(value, keep);

/** The difference of two values, null where one is missing. */
export const minus = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;

/** The mean of two values, null where one is missing. */
export const middleOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : (a + b) / 2;

/** The last `period` closes, of which the newest may only be tried. */
export class Window {
  private readonly window: number[] = [];
  private count = 0;

  constructor(private readonly period: number) {}

  /** Whether the window is full with one more close. */
  get isFull(): boolean {
    return this.count >= this.period - 1;
  }

  /** The close that one more pushes out; undefined while the window is filling. */
  get leaving(): number | undefined {
    return this.count >= this.period ? this.window[this.count % this.period] : undefined;
  }

  push(close: number): void {
    this.window[this.count % this.period] = close;
    this.count++;
  }
}

/**
 * The extreme of the last `period` values, O(1) a value on average: a queue holds only the candidates that a
 * later value has not yet beaten. `wins(a, b)` says that a beats b.
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
