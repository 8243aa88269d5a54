import type { Alert } from '~/api/types';
import { valueAt as valueAtHeight } from '~/chart/frame';
import type { Level } from '~/chart/model';
import type { Palette } from '~/chart/palette';
import type { Range } from '~/chart/scale';
import { plainDigits } from '~/market/locale';

/** A price alert with a level in the chart. */
export interface AlertLine {
  id: number;
  value: number;
  condition: 'above' | 'below' | 'crosses';
}

const LINES = ['above', 'below', 'crosses'] as const;

/** The active price alerts of a ticker. */
export const linesOf = (alerts: readonly Alert[], tickerId: number): AlertLine[] =>
  alerts.flatMap(({ id, type, tickerId: of, active, value, condition }) => {
    const line = LINES.find((each) => each === condition);
    return type === 'price' && of === tickerId && active && value !== null && line
      ? [{ id, value, condition: line }]
      : [];
  });

/** Maximum distance between the prices and an alert on the axis, as a fraction of the axis length. */
const MAX_AXIS_EXTENSION = 0.25;
/** Extra room beyond the level, so that its handle is inside the pane. */
const MARGIN = 0.05;

/** Extends the axis to nearby alerts; including distant ones would flatten the price line. */
export function extendRange(range: Range, values: readonly number[]): Range {
  const length = range.high - range.low;
  const nearby = values.filter(
    (value) =>
      value > 0 &&
      value >= range.low - MAX_AXIS_EXTENSION * length &&
      value <= range.high + MAX_AXIS_EXTENSION * length,
  );
  const margin = MARGIN * length;
  const low = Math.min(range.low, ...nearby.map((value) => (range.log ? value * 0.99 : value - margin)));
  return { ...range, low, high: Math.max(range.high, ...nearby.map((value) => value + margin)) };
}

/** The value at a height of the pane, from 0 at the top to 1 at the bottom. */
export const valueAt = (share: number, range: Range): number =>
  valueAtHeight(Math.max(0, Math.min(1, share)), range, 1);

/** Rounds to this many decimals, above zero. */
export const rounded = (value: number, digits: number): number =>
  Number(plainDigits(Math.max(value, 10 ** -digits), digits));

/** Moves a level; 'above' or 'below' then follows from its position relative to the price. */
export function movedTo(line: AlertLine, value: number, price: number): AlertLine {
  if (line.condition === 'crosses' || value === price) return { ...line, value };
  return { ...line, value, condition: value > price ? 'above' : 'below' };
}

/** Draws alert levels as dashed lines with an outlined tag. */
export const levelsOf = (
  lines: readonly AlertLine[],
  tagText: (value: number) => string,
  palette: Palette,
): Level[] =>
  lines.map(({ value }) => ({
    value,
    color: palette.text2,
    dash: [6, 4],
    tag: { text: tagText(value), textColor: palette.text2, background: palette.surface, edge: palette.text2 },
  }));
