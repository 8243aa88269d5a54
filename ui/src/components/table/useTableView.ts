import type { Column, Identified } from './column';
import type { Sort } from './sort';

/** The data of a table. */
export interface TableRows<Row extends Identified> {
  /** Accessible name. */
  label: string;
  /** Already sorted. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

/** Shared props of the table and card views. */
export interface TableView<Row extends Identified> extends TableRows<Row> {
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}
