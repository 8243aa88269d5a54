import { rsi } from './rsi';
import { highest, lowest, onKnown, type Step } from './series';
import { sma } from './sma';

export interface StochasticRsi {
  /** The position of the RSI in its own range, smoothed; 0 to 100. */
  k: number | null;
  /** The average of k. */
  d: number | null;
}

/** The position of a value between the lowest (0) and highest (100) of its window; 0 if the window is flat. */
function stochastic(period: number): Step {
  const high = highest(period);
  const low = lowest(period);
  return (value, keep) => {
    const [top, bottom] = [high(value, keep), low(value, keep)];
    if (top === null || bottom === null) return null;
    return top === bottom ? 0 : (100 * (value - bottom)) / (top - bottom);
  };
}

/**
 * Stochastic RSI (T. Chande and S. Kroll, 'The New Technical Trader', 1994): the stochastic of the RSI over `period`
 * values, smoothed over `smoothing` for %K and again for %D.
 */
export function stochasticRsi(rsiPeriod = 14, period = 14, smoothing = 3): Step<StochasticRsi> {
  const strength = rsi(rsiPeriod);
  const raw = stochastic(period);
  const first = sma(smoothing);
  const second = sma(smoothing);
  return (close, keep) => {
    const k = onKnown(first, onKnown(raw, strength(close, keep), keep), keep);
    return { k, d: onKnown(second, k, keep) };
  };
}
