import { empty, highest, lowest, type Series } from './series';

export interface Ichimoku {
  conversion: Series;
  base: Series;
  /** Leading spans: `displacement` values longer than the prices, for the cloud lies ahead of them. */
  spanA: Series;
  spanB: Series;
  /** The close drawn `displacement` points back: empty at the right end. */
  lagging: Series;
}

const mean = (a: Series, b: Series): Series =>
  a.map((value, i) => {
    const other = b[i];
    return value === null || other === null || other === undefined ? null : (value + other) / 2;
  });

/**
 * Ichimoku Kinko Hyo (G. Hosoda, 1969). The method takes highs and lows; price history has closes
 * only, so the highest and lowest close of each window stand in for them.
 */
export function ichimoku(
  values: readonly number[],
  conversion = 9,
  base = 26,
  span = 52,
  displacement = 26,
): Ichimoku {
  const middle = (period: number) => mean(highest(values, period), lowest(values, period));
  const conversionLine = middle(conversion);
  const baseLine = middle(base);
  const ahead = empty(displacement);
  return {
    conversion: conversionLine,
    base: baseLine,
    spanA: [...ahead, ...mean(conversionLine, baseLine)],
    spanB: [...ahead, ...middle(span)],
    lagging: values.map((_, i) => values[i + displacement] ?? null),
  };
}
