import { ema } from './ema';
import { minus, onKnown, type Step } from './series';

export interface Macd {
  /** Fast average minus slow average, in price units. */
  macd: number | null;
  signal: number | null;
  histogram: number | null;
}

/**
 * Moving average convergence/divergence (G. Appel). Both averages are seeded so that their first values fall on the
 * same close, as in TA-Lib.
 */
export function macd(fastPeriod: number, slowPeriod: number, signalPeriod: number): Step<Macd> {
  const [fast, slow] = fastPeriod <= slowPeriod ? [fastPeriod, slowPeriod] : [slowPeriod, fastPeriod];
  const fastAverage = ema(fast, slow - fast);
  const slowAverage = ema(slow);
  const signalAverage = ema(signalPeriod);
  return (close, keep) => {
    const line = minus(fastAverage(close, keep), slowAverage(close, keep));
    const signal = onKnown(signalAverage, line, keep);
    return { macd: line, signal, histogram: minus(line, signal) };
  };
}
