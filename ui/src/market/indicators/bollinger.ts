import { type Step, Window } from './series';

export interface BollingerBands {
  upper: number | null;
  middle: number | null;
  lower: number | null;
}

/**
 * Bollinger bands: the simple moving average, and `deviation` population standard deviations above and below it (J.
 * Bollinger, 'Bollinger on Bollinger Bands', 2001).
 */
export function bollinger(period: number, deviation: number): Step<BollingerBands> {
  const window = new Window(period);
  // Squares of differences from the first close: squares of raw prices would lose precision.
  let origin: number | null = null;
  let sum = 0;
  let squares = 0;
  return (close, keep) => {
    const zero = origin ?? close;
    const value = close - zero;
    const gone = window.leaving ?? 0;
    const [nextSum, nextSquares] = [sum + value - gone, squares + value * value - gone * gone];
    const bands = window.isFull
      ? bandsOf(zero, nextSum / period, nextSquares / period, deviation)
      : UNKNOWN_BANDS;
    if (keep) {
      window.push(value);
      [origin, sum, squares] = [zero, nextSum, nextSquares];
    }
    return bands;
  };
}

const UNKNOWN_BANDS: BollingerBands = { upper: null, middle: null, lower: null };

function bandsOf(origin: number, mean: number, meanSquare: number, deviation: number): BollingerBands {
  const spread = deviation * Math.sqrt(Math.max(0, meanSquare - mean * mean));
  const middle = origin + mean;
  return { upper: middle + spread, middle, lower: middle - spread };
}
