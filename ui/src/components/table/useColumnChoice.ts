import { useStoredList } from '~/state/browserStorage';
import type { Column, HasId } from './column';

/** The user's column choice for a table. */
export interface ColumnChoice<Row extends HasId> {
  /** All available columns. */
  all: readonly Column<Row>[];
  /** The columns currently shown. */
  shown: readonly Column<Row>[];
  /** True if the user added columns; the page may be too narrow for them. */
  isExtended: boolean;
  toggle: (key: string) => void;
  /** Resets to the default columns; undefined if nothing was changed. */
  reset: (() => void) | undefined;
}

/**
 * Returns the column choice of a table, stored in this browser under `tableKey` as changes to the defaults: removed columns (`-price`) and added
 * `extras` (`+volume`). With `hasRoom`, the extras are shown by default. The row header can't be removed.
 */
export function useColumnChoice<Row extends HasId>(
  tableKey: string,
  columns: readonly Column<Row>[],
  extras: readonly Column<Row>[],
  hasRoom = false,
): ColumnChoice<Row> {
  const [changes, setChanges] = useStoredList(`columns.${tableKey}`);
  const isAdded = (column: Column<Row>) => !hasRoom && extras.includes(column);
  const isShown = (column: Column<Row>) =>
    isAdded(column) ? changes.includes(`+${column.key}`) : !changes.includes(`-${column.key}`);
  const all = [...columns, ...extras];
  const toggle = (key: string) => {
    const change = all.some((column) => column.key === key && isAdded(column)) ? `+${key}` : `-${key}`;
    setChanges(changes.includes(change) ? changes.filter((each) => each !== change) : [...changes, change]);
  };
  return {
    all,
    shown: all.filter((column) => column.rowHeader || isShown(column)),
    isExtended: extras.some(isShown),
    toggle,
    reset: changes.length > 0 ? () => setChanges([]) : undefined,
  };
}
