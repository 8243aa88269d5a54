import { useRememberedList } from '~/state/remembered';
import type { Column, Identified } from './column';

/** What somebody chose of a table's columns. */
export interface ColumnChoice<Row extends Identified> {
  /** Every column that there is. */
  all: readonly Column<Row>[];
  /** Those that the table has now. */
  shown: readonly Column<Row>[];
  toggle: (key: string) => void;
  /** Back to those that the table comes with; undefined where nothing was chosen. */
  reset: (() => void) | undefined;
}

/**
 * Which columns a table has in this browser: those that it comes with, without what was left out (`-price`), and what was added
 * of the `extras` (`+volume`). The one that names the rows always stays.
 */
export function useColumnChoice<Row extends Identified>(
  label: string,
  columns: readonly Column<Row>[],
  extras: readonly Column<Row>[],
): ColumnChoice<Row> {
  const [changes, setChanges] = useRememberedList(`columns.${label}`);
  const isShown = (column: Column<Row>) =>
    extras.includes(column) ? changes.includes(`+${column.key}`) : !changes.includes(`-${column.key}`);
  const all = [...columns, ...extras];
  const toggle = (key: string) => {
    const change = extras.some((column) => column.key === key) ? `+${key}` : `-${key}`;
    setChanges(changes.includes(change) ? changes.filter((each) => each !== change) : [...changes, change]);
  };
  return {
    all,
    shown: all.filter((column) => column.rowHeader || isShown(column)),
    toggle,
    reset: changes.length > 0 ? () => setChanges([]) : undefined,
  };
}
