import type { Column, Identified } from './column';
import type { Sort } from './sort';

/** What both ways of drawing a `TickerTable` are given. */
export interface TableView<Row extends Identified> {
  label: string;
  /** Sorted already. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}
