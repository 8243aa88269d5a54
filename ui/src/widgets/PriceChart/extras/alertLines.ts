import type { Alert } from '~/api/types';
import type { Level } from '~/chart/model';
import type { Palette } from '~/chart/palette';
import { axisValue, type Range } from '~/chart/scale';
import { plainDigits } from '~/market/locale';

/** A price alert that has a line in the chart. */
export interface AlertLine {
  id: number;
  value: number;
  condition: 'above' | 'below' | 'crosses';
}

const LINES = ['above', 'below', 'crosses'] as const;

/** The active alerts of a ticker that wait for a price. */
export const linesOf = (alerts: readonly Alert[], tickerId: number): AlertLine[] =>
  alerts.flatMap(({ id, type, tickerId: of, active, value, condition }) => {
    const line = LINES.find((each) => each === condition);
    return type === 'price' && of === tickerId && active && value !== null && line
      ? [{ id, value, condition: line }]
      : [];
  });

/** How far beyond the prices an alert may be for the axis to reach it, as a share of the axis' length. */
const MAX_AXIS_EXTENSION = 0.25;
/** Empty beyond it, so that its handle lies within the pane. */
const MARGIN = 0.05;

/** The axis as far as the alerts near to it; those further off would make a flat line of the prices. */
export function extendRange(range: Range, values: readonly number[]): Range {
  const length = range.high - range.low;
  const near = values.filter(
    (value) =>
      value > 0 &&
      value >= range.low - MAX_AXIS_EXTENSION * length &&
      value <= range.high + MAX_AXIS_EXTENSION * length,
  );
  const margin = MARGIN * length;
  const low = Math.min(range.low, ...near.map((value) => (range.log ? value * 0.99 : value - margin)));
  return { ...range, low, high: Math.max(range.high, ...near.map((value) => value + margin)) };
}

/** The value at a height of the pane, 0 at its top and 1 at its bottom. */
export function valueAt(share: number, range: Range): number {
  const [low, high] = [axisValue(range.low, range), axisValue(range.high, range)];
  const at = high - Math.max(0, Math.min(1, share)) * (high - low);
  return range.log ? Math.exp(at) : at;
}

/** The nearest value of so many digits, above zero. */
export const rounded = (value: number, digits: number): number =>
  Number(plainDigits(Math.max(value, 10 ** -digits), digits));

/** The same line at another value: one that rises or falls to it looks from where the price is. */
export function movedTo(line: AlertLine, value: number, price: number): AlertLine {
  if (line.condition === 'crosses' || value === price) return { ...line, value };
  return { ...line, value, condition: value > price ? 'above' : 'below' };
}

/** How alerts are drawn: dashed, with a tag in a strong outline. */
export const levelsOf = (
  lines: readonly AlertLine[],
  tagText: (value: number) => string,
  palette: Palette,
): Level[] =>
  lines.map(({ value }) => ({
    value,
    colour: palette.text2,
    dash: [6, 4],
    tag: { text: tagText(value), ink: palette.text2, ground: palette.surface, edge: palette.text2 },
  }));
