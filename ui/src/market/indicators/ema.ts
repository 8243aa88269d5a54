import { empty, type Series } from './series';

/**
 * Exponential moving average with the smoothing 2 / (period + 1), seeded with the mean of the
 * first `period` closes as TA-Lib does. `from` leaves out that many closes at the start.
 */
export function ema(values: readonly number[], period: number, from = 0): Series {
  const result = empty(values.length);
  const seedAt = from + period - 1;
  if (seedAt >= values.length) return result;
  let average = 0;
  for (let i = from; i <= seedAt; i++) average += (values[i] as number) / period;
  result[seedAt] = average;
  const weight = 2 / (period + 1);
  for (let i = seedAt + 1; i < values.length; i++) {
    average += ((values[i] as number) - average) * weight;
    result[i] = average;
  }
  return result;
}
