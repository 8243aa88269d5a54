import type { Column, HasId } from './column';
import { TableToolBar } from './TableToolBar';

interface Props<Row extends HasId> {
  /** The name of the list and its file. */
  label: string;
  rows: readonly Row[];
  /** The columns to export. */
  columns: readonly Column<Row>[];
}

/** The CSV button of a list without selectable columns. */
export function CsvBar<Row extends HasId>({ label, rows, columns }: Props<Row>) {
  const choice = {
    all: columns,
    shown: columns,
    isExtended: false,
    toggle: () => undefined,
    reset: undefined,
  };
  return <TableToolBar label={label} rows={rows} choice={choice} short />;
}
