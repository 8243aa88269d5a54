import type { Calculator, LineForm } from './calculators';
import type { Series } from './series';
import type { IndicatorColour, IndicatorType } from './settings';

/** CHRT-04: below this many prices nothing is computed. */
export const MIN_POINTS = 10;

export interface IndicatorLine extends LineForm {
  values: Series;
}

export interface ComputedIndicator {
  type: IndicatorType;
  label: string;
  axis: Calculator['axis'];
  color: IndicatorColour;
  lines: IndicatorLine[];
  /** The oversold and overbought levels of an oscillator. */
  band: { low: number; high: number } | null;
  /** How many prices it takes to draw all of it. */
  needs: number;
}

/** Indicators without their first values, which belong to prices before those that are shown. */
export const withoutFirst = (indicators: readonly ComputedIndicator[], count: number): ComputedIndicator[] =>
  indicators.map((indicator) => ({
    ...indicator,
    lines: indicator.lines.map((line) => ({ ...line, values: line.values.slice(count) })),
  }));

/** Whether no line of an indicator has a value: the range has too few prices for it. */
export const isBlank = ({ lines }: ComputedIndicator): boolean =>
  lines.every(({ values }) => values.every((value) => value === null));
