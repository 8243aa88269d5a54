import { highest, lowest, middleOf, type Step } from './series';

export interface Ichimoku {
  conversion: number | null;
  base: number | null;
  /** Leading spans, drawn ahead of the close they are computed from. */
  spanA: number | null;
  spanB: number | null;
  /** The close itself, drawn behind. */
  lagging: number;
}

/** Number of points by which the cloud is ahead of the prices and the lagging line behind them. */
export const DISPLACEMENT = 26;

/** The midpoint between the highest and the lowest value of a window. */
function middle(period: number): Step {
  const high = highest(period);
  const low = lowest(period);
  return (close, keep) => middleOf(high(close, keep), low(close, keep));
}

/**
 * Ichimoku Kinko Hyo (G. Hosoda, 1969). The method uses highs and lows; the price history has only closes, so the
 * highest and lowest close of each window are used instead.
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
