import type { LineStyle } from './lineStyle';
import type { ChartContent, Line, Pane } from './model';

/**
 * Returns true if the contents of two charts have the same grid, bars and lines, whichever part of the time axis is visible. Labels, levels, tags and
 * the crosshair may differ; except that bars may be highlighted under the crosshair.
 */
export function isSamePlot(a: ChartContent, b: ChartContent): boolean {
  const hasBars = a.panes.some(({ paint }) => paint);
  return (
    a === b ||
    (a.positions === b.positions &&
      a.palette === b.palette &&
      (!hasBars || a.crosshair?.index === b.crosshair?.index) &&
      isEach(a.panes, b.panes, isSamePane))
  );
}

const isEach = <T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): boolean =>
  a.length === b.length && a.every((each, index) => isSame(each, b[index] as T));

const isSamePane = (a: Pane, b: Pane): boolean =>
  a.key === b.key &&
  a.paint === b.paint &&
  isShallowEqual(a.range, b.range) &&
  isShallowEqual(a.band ?? {}, b.band ?? {}) &&
  isEach(a.ticks, b.ticks, (one, other) => one.value === other.value) &&
  isEach(a.lines, b.lines, isSameLine);

const isSameLine = (a: Line, b: Line): boolean =>
  a.key === b.key && a.values === b.values && isSameStyle(a.style, b.style);

const isSameStyle = (a: LineStyle, b: LineStyle): boolean => a === b || isShallowEqual(a, b);

/** Compares the fields of two objects; lists, such as dashes, by their items. */
function isShallowEqual(a: object, b: object): boolean {
  const [fields, others] = [Object.entries(a), Object.entries(b)];
  const values = new Map<string, unknown>(others);
  return (
    fields.length === others.length &&
    fields.every(([key, value]) => {
      const other = values.get(key);
      return Object.is(value, other) || (Array.isArray(value) && String(value) === String(other));
    })
  );
}
