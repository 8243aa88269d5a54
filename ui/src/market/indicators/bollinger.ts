import { empty, type Series } from './series';

export interface BollingerBands {
  upper: Series;
  middle: Series;
  lower: Series;
}

/**
 * Bollinger bands: the simple average, and `deviation` population standard deviations above and
 * below it (J. Bollinger, 'Bollinger on Bollinger Bands', 2001).
 */
export function bollinger(values: readonly number[], period: number, deviation: number): BollingerBands {
  const bands = { upper: empty(values.length), middle: empty(values.length), lower: empty(values.length) };
  // Squares of differences from the first close: squares of raw prices would lose digits.
  const origin = values[0] ?? 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const value = (values[i] as number) - origin;
    sum += value;
    squares += value * value;
    if (i >= period) {
      const gone = (values[i - period] as number) - origin;
      sum -= gone;
      squares -= gone * gone;
    }
    if (i < period - 1) continue;
    const mean = sum / period;
    const spread = deviation * Math.sqrt(Math.max(0, squares / period - mean * mean));
    bands.middle[i] = origin + mean;
    bands.upper[i] = origin + mean + spread;
    bands.lower[i] = origin + mean - spread;
  }
  return bands;
}
