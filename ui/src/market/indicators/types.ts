/** CHRT-03: the indicators that a user may enable. */
export const INDICATOR_TYPES = ['sma', 'ema', 'bollinger', 'rsi', 'macd', 'stochastic', 'ichimoku'] as const;

export type IndicatorType = (typeof INDICATOR_TYPES)[number];

/** The number of indicators in a text of `settingsText`. A chart without any doesn't load their code. */
export function countIndicators(text: string): number {
  const named = text.split(',').map((part) => part.split('-')[0]);
  return INDICATOR_TYPES.filter((type) => named.includes(type)).length;
}
