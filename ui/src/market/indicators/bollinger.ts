import { type Step, Window } from './series';

export interface BollingerBands {
  upper: number | null;
  middle: number | null;
  lower: number | null;
}

/**
 * Computes Bollinger bands: the simple moving average, and `deviation` population standard deviations above and below it (J.
 * Bollinger, 'Bollinger on Bollinger Bands', 2001).
 */
export function bollinger(period: number, deviation: number): Step<BollingerBands> {
  const window = new Window(period);
  // Sums squares of differences from the first close, because squares of prices would lose precision.
  let origin: number | null = null;
  let sum = 0;
  let squares = 0;
  return (close, keep) => {
    const base = origin ?? close;
    const value = close - base;
    const leaving = window.leaving ?? 0;
    const [nextSum, nextSquares] = [sum + value - leaving, squares + value * value - leaving * leaving];
    const bands = window.isFull
      ? bandsOf(base, nextSum / period, nextSquares / period, deviation)
      : UNKNOWN_BANDS;
    if (keep) {
      window.push(value);
      [origin, sum, squares] = [base, nextSum, nextSquares];
    }
    return bands;
  };
}

const UNKNOWN_BANDS: BollingerBands = { upper: null, middle: null, lower: null };

function bandsOf(origin: number, average: number, averageSquare: number, deviation: number): BollingerBands {
  const halfWidth = deviation * Math.sqrt(Math.max(0, averageSquare - average * average));
  const middle = origin + average;
  return { upper: middle + halfWidth, middle, lower: middle - halfWidth };
}
