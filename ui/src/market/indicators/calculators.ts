import { bollinger } from './bollinger';
import { ema } from './ema';
import { ichimoku } from './ichimoku';
import { macd } from './macd';
import { rsi } from './rsi';
import type { Series } from './series';
import type { IndicatorType } from './settings';
import { sma } from './sma';
import { stochasticRsi } from './stochasticRsi';

export interface IndicatorLine {
  /** What the read-out calls it: 'Upper'. */
  name: string;
  values: Series;
  shape: 'solid' | 'dashed' | 'bars';
  /** Filled down (or up) to the line that follows. */
  fillToNext?: boolean;
  /** Drawn fainter: a second line in the same colour. */
  faint?: boolean;
}

export interface Calculator {
  /** The price axis, an axis from 0 to 100, or one centred on zero (CHRT-05). */
  axis: 'price' | 'percent' | 'zero';
  /** 'SMA 20'. */
  label: (param: (name: string) => number) => string;
  calculate: (closes: readonly number[], param: (name: string) => number) => IndicatorLine[];
}

const line = (name: string, values: Series, more?: Partial<IndicatorLine>): IndicatorLine => ({
  name,
  values,
  shape: 'solid',
  ...more,
});

const average = (name: string, calculate: typeof sma): Calculator => ({
  axis: 'price',
  label: (param) => `${name} ${param('period')}`,
  calculate: (closes, param) => [line(`${name} ${param('period')}`, calculate(closes, param('period')))],
});

export const CALCULATORS: Record<IndicatorType, Calculator> = {
  sma: average('SMA', sma),
  ema: average('EMA', ema),
  bollinger: {
    axis: 'price',
    label: (param) => `Bollinger ${param('period')}, ${param('deviation')}`,
    calculate: (closes, param) => {
      const bands = bollinger(closes, param('period'), param('deviation'));
      return [
        line('Upper', bands.upper, { shape: 'dashed', fillToNext: true }),
        line('Lower', bands.lower, { shape: 'dashed' }),
      ];
    },
  },
  rsi: {
    axis: 'percent',
    label: (param) => `RSI ${param('period')}`,
    calculate: (closes, param) => [line(`RSI ${param('period')}`, rsi(closes, param('period')))],
  },
  macd: {
    axis: 'zero',
    label: (param) => `MACD ${param('fastPeriod')}, ${param('slowPeriod')}, ${param('signalPeriod')}`,
    calculate: (closes, param) => {
      const {
        macd: value,
        signal,
        histogram,
      } = macd(closes, param('fastPeriod'), param('slowPeriod'), param('signalPeriod'));
      return [
        line('MACD', value),
        line('Signal', signal, { shape: 'dashed', faint: true }),
        line('Histogram', histogram, { shape: 'bars' }),
      ];
    },
  },
  stochastic: {
    axis: 'percent',
    label: (param) => `Stoch RSI ${param('period')}`,
    calculate: (closes, param) => {
      const { k, d } = stochasticRsi(closes, 14, param('period'), 3);
      return [line('Stoch %K', k), line('Stoch %D', d, { shape: 'dashed', faint: true })];
    },
  },
  ichimoku: {
    axis: 'price',
    label: () => 'Ichimoku',
    calculate: (closes) => {
      const lines = ichimoku(closes);
      return [
        line('Conversion', lines.conversion),
        line('Base', lines.base, { shape: 'dashed' }),
        line('Span A', lines.spanA, { faint: true, fillToNext: true }),
        line('Span B', lines.spanB, { faint: true }),
        line('Lagging', lines.lagging, { faint: true, shape: 'dashed' }),
      ];
    },
  },
};
