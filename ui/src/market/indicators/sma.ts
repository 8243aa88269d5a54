import { empty, type Series } from './series';

/** Simple moving average: the mean of the last `period` closes. Same unit as the prices. */
export function sma(values: readonly number[], period: number): Series {
  const result = empty(values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i] as number;
    if (i >= period) sum -= values[i - period] as number;
    if (i >= period - 1) result[i] = sum / period;
  }
  return result;
}
