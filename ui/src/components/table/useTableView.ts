import type { Column, HasId } from './column';
import type { Sort } from './sort';

/** The data of a table. */
export interface TableRows<Row extends HasId> {
  /** Accessible name. */
  label: string;
  /** The rows in the order of display. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

/** Shared props of the table and card views. */
export interface TableView<Row extends HasId> extends TableRows<Row> {
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}
