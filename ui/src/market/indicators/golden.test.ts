import { bollinger } from './bollinger';
import { IndicatorRuns } from './compute';
import { ema } from './ema';
import golden from './golden/vectors.json';
import { macd } from './macd';
import { rsi } from './rsi';
import { type Series, type Step, valuesOf } from './series';
import { DEFAULT_SETTINGS } from './settings';
import { sma } from './sma';
import { stochasticRsi } from './stochasticRsi';
import type { IndicatorType } from './types';

/** The largest difference of two series, relative to 1; both must be empty at the same positions. */
function distance(found: Series, expected: Series): number {
  expect(found.length).toBe(expected.length);
  return found.reduce<number>((worst, value, i) => {
    const other = expected[i];
    expect(value === null).toBe(other === null);
    return value === null || typeof other !== 'number' ? worst : Math.max(worst, Math.abs(value - other));
  }, 0);
}
const same = (found: Series, expected: Series) => expect(distance(found, expected)).toBeLessThan(1e-8);

/** TA-Lib returns the MACD line only from where its signal exists. */
const fromSignal = (series: Series) => series.map((value, i) => (i < 33 ? null : value));

const only = (type: IndicatorType) =>
  DEFAULT_SETTINGS.map((setting) => ({ ...setting, enabled: setting.type === type }));

describe('CHRT-04 indicators equal the golden vectors', () => {
  const { close } = golden;

  /** The values of a multi-line indicator, line by line. */
  function columns<T extends object>(step: Step<T>): Record<keyof T, Series> {
    const rows = valuesOf(step, close);
    const names = Object.keys(rows[0] as T) as (keyof T)[];
    const series = names.map((name) => [name, rows.map((row) => row[name])]);
    return Object.fromEntries(series) as Record<keyof T, Series>;
  }

  test('CHRT-04 the simple moving average', () => same(valuesOf(sma(20), close), golden.sma20));
  test('CHRT-04 the exponential moving average', () => same(valuesOf(ema(9), close), golden.ema9));
  test("CHRT-04 Wilder's relative strength index", () => same(valuesOf(rsi(14), close), golden.rsi14));

  test('CHRT-04 the Bollinger bands', () => {
    const bands = columns(bollinger(20, 2));
    same(bands.upper, golden.bollinger20x2.upper);
    same(bands.middle, golden.bollinger20x2.middle);
    same(bands.lower, golden.bollinger20x2.lower);
  });

  test('CHRT-04 MACD, its signal and its histogram', () => {
    const found = columns(macd(12, 26, 9));
    same(fromSignal(found.macd), golden.macd12x26x9.macd);
    same(found.signal, golden.macd12x26x9.signal);
    same(found.histogram, golden.macd12x26x9.histogram);
    expect(found.macd.findIndex((value) => value !== null)).toBe(25);
  });

  test('CHRT-04 the stochastic RSI 14/14/3', () => {
    const found = columns(stochasticRsi(14, 14, 3));
    same(found.k, golden.stochasticRsi14x14x3.k);
    same(found.d, golden.stochasticRsi14x14x3.d);
  });

  test('CHRT-04 Ichimoku 9/26/52/26, its cloud 26 points ahead', () => {
    const lines = new IndicatorRuns()
      .compute(only('ichimoku'), close)
      .flatMap((indicator) => indicator.lines.map(({ values }) => values));
    const { conversion, base, spanA, spanB, lagging } = golden.ichimoku9x26x52x26;
    expect(lines).toHaveLength(5);
    for (const [index, expected] of [conversion, base, spanA, spanB, lagging].entries())
      same(lines[index] as Series, expected);
  });

  test('the RSI of a flat price is 50', () => {
    expect(valuesOf(rsi(14), new Array(20).fill(5))[19]).toBe(50);
  });

  test('Bollinger bands of a constant price are numbers, despite rounding errors in the variance', () => {
    expect(valuesOf(bollinger(20, 2), new Array(30).fill(0.1))[29]?.upper).toBeCloseTo(0.1, 12);
  });

  test('fewer closes than the period give an empty series of the same length', () => {
    const few = [1, 2];
    for (const step of [sma(5), ema(5), rsi(5)]) expect(valuesOf(step, few)).toEqual([null, null]);
    expect(valuesOf(stochasticRsi(), few).map(({ d }) => d)).toEqual([null, null]);
    expect(valuesOf(macd(12, 26, 9), few).map(({ signal }) => signal)).toEqual([null, null]);
  });
});
