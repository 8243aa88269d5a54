import { ema } from './ema';
import { onKnown, type Series } from './series';

export interface Macd {
  /** Fast average minus slow average, in dollars. */
  macd: Series;
  signal: Series;
  histogram: Series;
}

const minus = (a: Series, b: Series): Series =>
  a.map((value, i) => {
    const other = b[i];
    return value === null || other === null || other === undefined ? null : value - other;
  });

/**
 * Moving average convergence/divergence (G. Appel). Both averages are seeded so that their first
 * value falls on the same close, as TA-Lib does.
 */
export function macd(
  values: readonly number[],
  fastPeriod: number,
  slowPeriod: number,
  signalPeriod: number,
): Macd {
  const [fast, slow] = fastPeriod <= slowPeriod ? [fastPeriod, slowPeriod] : [slowPeriod, fastPeriod];
  const line = minus(ema(values, fast, slow - fast), ema(values, slow));
  const signal = onKnown(line, (known) => ema(known, signalPeriod));
  return { macd: line, signal, histogram: minus(line, signal) };
}
