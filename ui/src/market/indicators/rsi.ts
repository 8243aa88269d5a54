import type { Step } from './series';

/**
 * Relative strength index, 0 to 100, with Wilder's smoothing (J. W. Wilder, 'New Concepts in Technical Trading
 * Systems', 1978). A price that never moved is neutral: 50.
 */
export function rsi(period: number): Step {
  let before: number | null = null;
  let count = 0;
  let gain = 0;
  let loss = 0;
  return (close, keep) => {
    const change = before === null ? 0 : close - before;
    const smooth = (mean: number, move: number) =>
      count <= period ? mean + move / period : (mean * (period - 1) + move) / period;
    const [ups, downs] = [smooth(gain, Math.max(change, 0)), smooth(loss, Math.max(-change, 0))];
    const strength = ups + downs === 0 ? 50 : (100 * ups) / (ups + downs);
    const value = count < period ? null : strength;
    if (keep) {
      [before, gain, loss] = [close, ups, downs];
      count++;
    }
    return value;
  };
}
