import type { ReactNode } from 'react';

/** The minimum fields of a table row. */
export interface Identified {
  id: number;
}

/** A column of a table. */
export interface Column<Row extends Identified> {
  /** Its name in the URL: `?sort=price`. */
  key: string;
  title: string;
  /** Title on a phone's card where facts share a line; empty for none. */
  short?: string;
  /** Title in the sort control; `title` by default. */
  sortTitle?: string;
  /** The sort value; null (unknown) always comes last. Without it the column can't be sorted. */
  value?: (row: Row) => number | string | null | undefined;
  render: (row: Row, index: number) => ReactNode;
  /** Text is left-aligned, numbers are right-aligned (the default). */
  align?: 'left' | 'right';
  /** The column that names the row for screen readers. */
  rowHeader?: true;
  /** Explanation shown on hover and focus of the heading. */
  tip?: string;
  /** Hidden in the table below this width in px; never for a specified column. Doesn't affect phone cards. */
  hideBelow?: 900 | 1100 | 1240 | 1640 | 2400;
  /**
   * Shown in the lower part of the phone's card, whose head has symbol, name, price and 24h; 'lead' before the symbol,
   * 'remark' below the name, 'tail' at the end.
   */
  inCard?: boolean | 'lead' | 'remark' | 'tail';
  /** Shown only on the card: the table has the value elsewhere. */
  cardOnly?: boolean;
  /**
   * For a drawing: the key of the column with its value as a number. The CSV file leaves the drawing out if that column
   * is present.
   */
  figureIn?: string;
  /** Takes a full line of the card, with its title for screen readers only; for controls. */
  bare?: boolean;
}
