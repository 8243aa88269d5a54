import type { Column, Identified } from './column';
import type { Sort } from './sort';

/** What a table shows. */
export interface TableRows<Row extends Identified> {
  /** Accessible name. */
  label: string;
  /** Sorted already. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

/** What both ways of drawing a table, with columns on a wide screen and as cards on a phone, are given. */
export interface TableView<Row extends Identified> extends TableRows<Row> {
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}
