import { bollinger } from './bollinger';
import { ema } from './ema';
import golden from './golden/vectors.json';
import { ichimoku } from './ichimoku';
import { macd } from './macd';
import { rsi } from './rsi';
import type { Series } from './series';
import { sma } from './sma';
import { stochasticRsi } from './stochasticRsi';

/** The greatest distance of two series that must be empty at the same places, relative to 1. */
function distance(found: Series, expected: Series): number {
  expect(found.length).toBe(expected.length);
  return found.reduce<number>((worst, value, i) => {
    const other = expected[i];
    expect(value === null).toBe(other === null);
    return value === null || typeof other !== 'number' ? worst : Math.max(worst, Math.abs(value - other));
  }, 0);
}
const same = (found: Series, expected: Series) => expect(distance(found, expected)).toBeLessThan(1e-8);

/** TA-Lib gives the MACD line only from where its signal exists. */
const fromSignal = (series: Series) => series.map((value, i) => (i < 33 ? null : value));

describe('CHRT-04 indicators equal the golden vectors', () => {
  const { close } = golden;

  test('CHRT-04 the simple moving average', () => same(sma(close, 20), golden.sma20));
  test('CHRT-04 the exponential moving average', () => same(ema(close, 9), golden.ema9));
  test("CHRT-04 Wilder's relative strength index", () => same(rsi(close, 14), golden.rsi14));

  test('CHRT-04 the Bollinger bands', () => {
    const bands = bollinger(close, 20, 2);
    same(bands.upper, golden.bollinger20x2.upper);
    same(bands.middle, golden.bollinger20x2.middle);
    same(bands.lower, golden.bollinger20x2.lower);
  });

  test('CHRT-04 MACD, its signal and its histogram', () => {
    const found = macd(close, 12, 26, 9);
    same(fromSignal(found.macd), golden.macd12x26x9.macd);
    same(found.signal, golden.macd12x26x9.signal);
    same(found.histogram, golden.macd12x26x9.histogram);
    expect(found.macd.findIndex((value) => value !== null)).toBe(25);
  });

  test('CHRT-04 the stochastic RSI 14/14/3', () => {
    const found = stochasticRsi(close, 14, 14, 3);
    same(found.k, golden.stochasticRsi14x14x3.k);
    same(found.d, golden.stochasticRsi14x14x3.d);
  });

  test('CHRT-04 Ichimoku 9/26/52/26, its cloud 26 points ahead', () => {
    const found = ichimoku(close, 9, 26, 52, 26);
    same(found.conversion, golden.ichimoku9x26x52x26.conversion);
    same(found.base, golden.ichimoku9x26x52x26.base);
    same(found.spanA, golden.ichimoku9x26x52x26.spanA);
    same(found.spanB, golden.ichimoku9x26x52x26.spanB);
    same(found.lagging, golden.ichimoku9x26x52x26.lagging);
  });

  test('a flat price is neither strong nor weak', () => {
    expect(rsi(new Array(20).fill(5), 14)[19]).toBe(50);
  });

  test('a squeeze of the bands never gives a root of a negative number', () => {
    expect(bollinger(new Array(30).fill(0.1), 20, 2).upper[29]).toBeCloseTo(0.1, 12);
  });

  test('fewer closes than the period give an empty series of the same length', () => {
    for (const series of [
      sma([1, 2], 5),
      ema([1, 2], 5),
      rsi([1, 2], 5),
      stochasticRsi([1, 2]).d,
      macd([1, 2], 12, 26, 9).signal,
    ]) {
      expect(series).toEqual([null, null]);
    }
  });
});
