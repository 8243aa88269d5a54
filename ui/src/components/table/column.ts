import type { ReactNode } from 'react';

/** The minimum fields of a table row. */
export interface HasId {
  id: number;
}

/** A column of a table. */
export interface Column<Row extends HasId> {
  /** The column's name in the URL: `?sort=price`. */
  key: string;
  title: string;
  /** Title on a phone's card if several values share a line; empty for no title. */
  short?: string;
  /** Title in the sort control; `title` by default. */
  sortTitle?: string;
  /** The sort value; null (unknown) is always last. Without `value` the column can't be sorted. */
  value?: (row: Row) => number | string | null | undefined;
  render: (row: Row, index: number) => ReactNode;
  /** Text is left-aligned, numbers are right-aligned (the default). */
  align?: 'left' | 'right';
  /** The column that names the row for screen readers. */
  rowHeader?: true;
  /** Explanation shown on hover and focus of the heading. */
  tip?: string;
  /** Window width in px below which the table hides the column. Cards on a phone always show it. */
  hideBelow?: 900 | 1100 | 1240 | 1640 | 2400;
  /**
   * Position on a phone's card, whose header has symbol, name, price and 24h: true for the lower part, 'lead' before the
   * symbol, 'remark' below the name, 'tail' at the end.
   */
  inCard?: boolean | 'lead' | 'remark' | 'tail';
  /** Shown only on the card, because the table has the value elsewhere. */
  cardOnly?: boolean;
  /**
   * For a column with a chart: the key of the column that has the same value as a number. If that column is present, the CSV
   * file omits this one.
   */
  figureIn?: string;
  /** Uses a full line of the card and shows the title only to screen readers; for controls. */
  bare?: boolean;
}
