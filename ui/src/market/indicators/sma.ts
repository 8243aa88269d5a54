import { type Step, Window } from './series';

/** Simple moving average: the mean of the last `period` closes. Same unit as the prices. */
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
