import { empty, type Series } from './series';

/**
 * Relative strength index, 0 to 100, with Wilder's smoothing (J. W. Wilder, 'New Concepts in
 * Technical Trading Systems', 1978). A price that never moved is neither strong nor weak: 50.
 */
export function rsi(values: readonly number[], period: number): Series {
  const result = empty(values.length);
  let gain = 0;
  let loss = 0;
  for (let i = 1; i < values.length; i++) {
    const change = (values[i] as number) - (values[i - 1] as number);
    const up = Math.max(change, 0);
    const down = Math.max(-change, 0);
    if (i <= period) {
      gain += up / period;
      loss += down / period;
    } else {
      gain = (gain * (period - 1) + up) / period;
      loss = (loss * (period - 1) + down) / period;
    }
    if (i >= period) result[i] = gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  }
  return result;
}
