import type { Step } from './series';

/**
 * Exponential moving average with smoothing 2 / (period + 1), seeded with the average of the first `period` closes as in
 * TA-Lib. `from` skips that many closes at the start.
 */
export function ema(period: number, from = 0): Step {
  const weight = 2 / (period + 1);
  const seedAt = from + period - 1;
  let count = 0;
  let average = 0;
  return (close, keep) => {
    const isSeeding = count <= seedAt;
    const contribution = count < from ? 0 : close / period;
    const next = average + (isSeeding ? contribution : (close - average) * weight);
    const value = count < seedAt ? null : next;
    if (keep) {
      average = next;
      count++;
    }
    return value;
  };
}
