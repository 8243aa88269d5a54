import { type Step, Window } from './series';

/** Computes the simple moving average: the average of the last `period` closes, in the unit of the prices. */
export function sma(period: number): Step {
  const window = new Window(period);
  let sum = 0;
  return (close, keep) => {
    const next = sum + close - (window.leaving ?? 0);
    const value = window.isFull ? next / period : null;
    if (keep) {
      window.push(close);
      sum = next;
    }
    return value;
  };
}
