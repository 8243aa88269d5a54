import { highest, lowest, middleOf, type Step } from './series';

export interface Ichimoku {
  conversion: number | null;
  base: number | null;
  /** Leading spans: drawn ahead of the close they are computed at. */
  spanA: number | null;
  spanB: number | null;
  /** The close itself: drawn behind. */
  lagging: number;
}

/** How far the cloud lies ahead of the prices, and the lagging line behind them, in points. */
export const DISPLACEMENT = 26;

/** The middle between the highest and the lowest of a window. */
function middle(period: number): Step {
  const high = highest(period);
  const low = lowest(period);
  return (close, keep) => middleOf(high(close, keep), low(close, keep));
}

/**
 * Ichimoku Kinko Hyo (G. Hosoda, 1969). The method takes highs and lows; price history has closes
 * only, so the highest and lowest close of each window stand in for them.
 */
export function ichimoku(conversion = 9, base = 26, span = 52): Step<Ichimoku> {
  const conversionLine = middle(conversion);
  const baseLine = middle(base);
  const spanLine = middle(span);
  return (close, keep) => {
    const [first, second] = [conversionLine(close, keep), baseLine(close, keep)];
    return {
      conversion: first,
      base: second,
      spanA: middleOf(first, second),
      spanB: spanLine(close, keep),
      lagging: close,
    };
  };
}
