import type { Step } from './series';

/**
 * Relative strength index, 0 to 100, with Wilder's smoothing (J. W. Wilder, 'New Concepts in Technical Trading
 * Systems', 1978). A price that never moved is neutral: 50.
 */
export function rsi(period: number): Step {
  let previousClose: number | null = null;
  let count = 0;
  let gain = 0;
  let loss = 0;
  return (close, keep) => {
    const closeChange = previousClose === null ? 0 : close - previousClose;
    const smooth = (average: number, change: number) =>
      count <= period ? average + change / period : (average * (period - 1) + change) / period;
    const [averageGain, averageLoss] = [
      smooth(gain, Math.max(closeChange, 0)),
      smooth(loss, Math.max(-closeChange, 0)),
    ];
    const strength = averageGain + averageLoss === 0 ? 50 : (100 * averageGain) / (averageGain + averageLoss);
    const value = count < period ? null : strength;
    if (keep) {
      [previousClose, gain, loss] = [close, averageGain, averageLoss];
      count++;
    }
    return value;
  };
}
