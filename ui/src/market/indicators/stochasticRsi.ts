import { rsi } from './rsi';
import { highest, lowest, onKnown, type Series } from './series';
import { sma } from './sma';

export interface StochasticRsi {
  /** Where the RSI stands in its own range, smoothed; 0 to 100. */
  k: Series;
  /** The average of k. */
  d: Series;
}

/** Where each value stands between the lowest (0) and highest (100) of its window; 0 in a flat one. */
function stochastic(values: number[], period: number): Series {
  const high = highest(values, period);
  const low = lowest(values, period);
  return values.map((value, i) => {
    const top = high[i];
    const bottom = low[i];
    if (top === null || top === undefined || bottom === null || bottom === undefined) return null;
    return top === bottom ? 0 : (100 * (value - bottom)) / (top - bottom);
  });
}

/**
 * Stochastic RSI (T. Chande and S. Kroll, 'The New Technical Trader', 1994): the stochastic of
 * the RSI over `period` values, smoothed over `smoothing` for %K and once more for %D.
 */
export function stochasticRsi(
  values: readonly number[],
  rsiPeriod = 14,
  period = 14,
  smoothing = 3,
): StochasticRsi {
  const raw = onKnown(rsi(values, rsiPeriod), (known) => stochastic(known, period));
  const k = onKnown(raw, (known) => sma(known, smoothing));
  return { k, d: onKnown(k, (known) => sma(known, smoothing)) };
}
