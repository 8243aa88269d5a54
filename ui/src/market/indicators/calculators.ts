import { bollinger } from './bollinger';
import { ema } from './ema';
import { DISPLACEMENT, ichimoku } from './ichimoku';
import { macd } from './macd';
import { rsi } from './rsi';
import type { Step } from './series';
import type { IndicatorColor } from './settings';
import { sma } from './sma';
import { stochasticRsi } from './stochasticRsi';
import type { IndicatorType } from './types';

/** Name and style of an indicator line. */
export interface LineDefinition {
  /** The name of the line in the legend: 'Upper'. */
  name: string;
  shape: 'solid' | 'dashed' | 'bars';
  /** Fills the area between this line and the next. */
  fillToNext?: boolean;
  /** The color, if it differs from the indicator's. */
  color?: IndicatorColor;
  /** Draws the line fainter, as the second one in the same color. */
  faint?: boolean;
  /** Number of points that the line is shifted to the right of its close; to the left when negative. */
  ahead?: number;
}

type Param = (name: string) => number;

export interface Calculator {
  /** CHRT-05: the price axis, an axis from 0 to 100 ('percent'), or one centered on zero. */
  axis: 'price' | 'percent' | 'zero';
  /** Returns the label with its parameters: 'SMA 20'. */
  label: (param: Param) => string;
  lines: (param: Param) => LineDefinition[];
  /** Creates a step function that returns the values of all lines for each close. */
  start: (param: Param) => Step<(number | null)[]>;
  /** Returns the number of closes until every line has a value. */
  needs: (param: Param) => number;
}

const line = (name: string, more?: Partial<LineDefinition>): LineDefinition => ({
  name,
  shape: 'solid',
  ...more,
});

/** Creates an indicator with one line and one parameter. It needs `period` closes and `extraCloses` more. */
function single(
  name: string,
  axis: Calculator['axis'],
  createStep: (period: number) => Step,
  extraCloses = 0,
): Calculator {
  const label = (param: Param) => `${name} ${param('period')}`;
  return {
    axis,
    label,
    lines: (param) => [line(label(param))],
    start: (param) => {
      const step = createStep(param('period'));
      return (close, keep) => [step(close, keep)];
    },
    needs: (param) => param('period') + extraCloses,
  };
}

const RSI_PERIOD = 14;
const SMOOTHING = 3;

export const CALCULATORS: Record<IndicatorType, Calculator> = {
  sma: single('SMA', 'price', sma),
  ema: single('EMA', 'price', (period) => ema(period)),
  // One more close, because a change needs two.
  rsi: single('RSI', 'percent', rsi, 1),
  bollinger: {
    axis: 'price',
    label: (param) => `Bollinger ${param('period')}, ${param('deviation')}`,
    lines: () => [line('Upper', { shape: 'dashed', fillToNext: true }), line('Lower', { shape: 'dashed' })],
    start: (param) => {
      const step = bollinger(param('period'), param('deviation'));
      return (close, keep) => {
        const { upper, lower } = step(close, keep);
        return [upper, lower];
      };
    },
    needs: (param) => param('period'),
  },
  macd: {
    axis: 'zero',
    label: (param) => `MACD ${param('fastPeriod')}, ${param('slowPeriod')}, ${param('signalPeriod')}`,
    lines: () => [
      line('MACD'),
      line('Signal', { shape: 'dashed', color: 'orange' }),
      line('Histogram', { shape: 'bars', color: 'grey' }),
    ],
    start: (param) => {
      const step = macd(param('fastPeriod'), param('slowPeriod'), param('signalPeriod'));
      return (close, keep) => {
        const { macd: value, signal, histogram } = step(close, keep);
        return [value, signal, histogram];
      };
    },
    needs: (param) => Math.max(param('fastPeriod'), param('slowPeriod')) + param('signalPeriod') - 1,
  },
  stochastic: {
    axis: 'percent',
    label: (param) => `Stoch RSI ${param('period')}`,
    lines: () => [line('Stoch %K'), line('Stoch %D', { shape: 'dashed', color: 'purple' })],
    start: (param) => {
      const step = stochasticRsi(RSI_PERIOD, param('period'), SMOOTHING);
      return (close, keep) => {
        const { k, d } = step(close, keep);
        return [k, d];
      };
    },
    needs: (param) => RSI_PERIOD + param('period') + 2 * (SMOOTHING - 1),
  },
  ichimoku: {
    axis: 'price',
    label: () => 'Ichimoku',
    lines: () => [
      line('Conversion'),
      line('Base', { shape: 'dashed' }),
      line('Span A', { faint: true, fillToNext: true, ahead: DISPLACEMENT }),
      line('Span B', { faint: true, ahead: DISPLACEMENT }),
      line('Lagging', { faint: true, shape: 'dashed', ahead: -DISPLACEMENT }),
    ],
    start: () => {
      const step = ichimoku();
      return (close, keep) => {
        const { conversion, base, spanA, spanB, lagging } = step(close, keep);
        return [conversion, base, spanA, spanB, lagging];
      };
    },
    needs: () => 52,
  },
};
