import type { Calculator, LineDefinition } from './calculators';
import type { Series } from './series';
import type { IndicatorColor } from './settings';
import type { IndicatorType } from './types';

/** CHRT-04: minimum number of prices for indicators. */
export const MIN_POINTS = 10;

export interface IndicatorLine extends LineDefinition {
  values: Series;
}

export interface ComputedIndicator {
  type: IndicatorType;
  label: string;
  axis: Calculator['axis'];
  color: IndicatorColor;
  lines: IndicatorLine[];
  /** The oversold and overbought levels of an oscillator. */
  band: { low: number; high: number } | null;
  /** The number of prices until every line has a value. */
  needs: number;
}

/** Removes the first values, which belong to prices before the visible range. */
export const withoutFirst = (indicators: readonly ComputedIndicator[], count: number): ComputedIndicator[] =>
  indicators.map((indicator) => ({
    ...indicator,
    lines: indicator.lines.map((line) => ({ ...line, values: line.values.slice(count) })),
  }));

/** Returns true if no line of an indicator has a value because the range has too few prices. */
export const isBlank = ({ lines }: ComputedIndicator): boolean =>
  lines.every(({ values }) => values.every((value) => value === null));
