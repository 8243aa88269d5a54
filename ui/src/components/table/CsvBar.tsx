import type { Column, Identified } from './column';
import { TableToolBar } from './TableToolBar';

interface Props<Row extends Identified> {
  /** What is listed: names the file. */
  label: string;
  rows: readonly Row[];
  /** What each row's line says: columns with a value. */
  columns: readonly Column<Row>[];
}

/** The file of a list whose columns nobody chooses. */
export function CsvBar<Row extends Identified>({ label, rows, columns }: Props<Row>) {
  const choice = { all: columns, shown: columns, toggle: () => undefined, reset: undefined };
  return <TableToolBar label={label} rows={rows} choice={choice} short />;
}
