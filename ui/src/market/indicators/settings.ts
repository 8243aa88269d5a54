import type { IndicatorType } from './types';

export type IndicatorColor = 'teal' | 'purple' | 'orange' | 'red' | 'blue' | 'yellow' | 'grey';

export interface IndicatorSetting {
  type: IndicatorType;
  enabled: boolean;
  params: Record<string, number>;
  color: IndicatorColor;
}

export const DEFAULT_SETTINGS: readonly IndicatorSetting[] = [
  { type: 'sma', enabled: false, params: { period: 20 }, color: 'teal' },
  { type: 'ema', enabled: false, params: { period: 9 }, color: 'purple' },
  { type: 'bollinger', enabled: false, params: { period: 20, deviation: 2 }, color: 'orange' },
  { type: 'rsi', enabled: false, params: { period: 14, overbought: 70, oversold: 30 }, color: 'red' },
  {
    type: 'macd',
    enabled: false,
    params: { fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 },
    color: 'blue',
  },
  {
    type: 'stochastic',
    enabled: false,
    params: { period: 14, overbought: 80, oversold: 20 },
    color: 'yellow',
  },
  { type: 'ichimoku', enabled: false, params: {}, color: 'grey' },
];

/** A parameter with a fixed list of values. */
export interface ParamChoice {
  param: string;
  label: string;
  choices: readonly number[];
}

const period: ParamChoice = { param: 'period', label: 'Period', choices: [5, 9, 14, 20, 50, 100, 200] };

export const PARAM_CHOICES: Record<IndicatorType, readonly ParamChoice[]> = {
  sma: [period],
  ema: [period],
  rsi: [period],
  stochastic: [period],
  bollinger: [
    { param: 'period', label: 'Period', choices: [10, 20, 30, 50] },
    { param: 'deviation', label: 'Deviation', choices: [1, 1.5, 2, 2.5, 3] },
  ],
  macd: [
    { param: 'fastPeriod', label: 'Fast', choices: [8, 9, 10, 12, 15] },
    { param: 'slowPeriod', label: 'Slow', choices: [21, 26, 30, 35] },
    { param: 'signalPeriod', label: 'Signal', choices: [7, 8, 9, 10, 12] },
  ],
  ichimoku: [],
};

export const INDICATOR_NAMES: Record<IndicatorType, string> = {
  sma: 'Simple moving average',
  ema: 'Exponential moving average',
  bollinger: 'Bollinger bands',
  rsi: 'Relative strength index',
  macd: 'MACD',
  stochastic: 'Stochastic RSI',
  ichimoku: 'Ichimoku cloud',
};

/** A parameter, or its default if missing, zero or not a number. */
export function paramOf({ type, params }: Pick<IndicatorSetting, 'type' | 'params'>, name: string): number {
  const value = params[name];
  if (typeof value === 'number' && value > 0) return value;
  return DEFAULT_SETTINGS.find((setting) => setting.type === type)?.params[name] ?? 0;
}

/** Enables or disables one indicator; its parameters stay. */
export function toggle(settings: readonly IndicatorSetting[], type: IndicatorType): IndicatorSetting[] {
  return settings.map((setting) =>
    setting.type === type ? { ...setting, enabled: !setting.enabled } : setting,
  );
}

/** Merges new values into an indicator's parameters. */
export function edit(
  settings: readonly IndicatorSetting[],
  type: IndicatorType,
  params: Record<string, number>,
): IndicatorSetting[] {
  return settings.map((setting) =>
    setting.type === type ? { ...setting, params: { ...setting.params, ...params } } : setting,
  );
}
