import type { ReactNode } from 'react';

/** What a row of any table has. */
export interface Identified {
  id: number;
}

/** One column of a table. */
export interface Column<Row extends Identified> {
  /** Its name in the URL: `?sort=price`. */
  key: string;
  title: string;
  /** What a phone's card calls it where all facts share one line; empty for what needs no title. */
  short?: string;
  /** What it is called where a list to choose from names it; its title without this. */
  sortTitle?: string;
  /** What it sorts by; null (unknown) always comes last. A column without it cannot be sorted. */
  value?: (row: Row) => number | string | null | undefined;
  render: (row: Row, index: number) => ReactNode;
  /** Text starts at the left, numbers end at the right (the default). */
  align?: 'left' | 'right';
  /** Names its row for a screen reader. */
  rowHeader?: true;
  /** Explained on hover and focus of the heading. */
  tip?: string;
  /** Leaves the table below this width in px, which no specified column does; the card of a phone decides by itself. */
  hideBelow?: 900 | 1100 | 1240 | 1640 | 2400;
  /** Stands under the phone's card, whose head has symbol, name, price and 24h; 'lead' before its symbol, 'remark' under its name, 'tail' at its end. */
  inCard?: boolean | 'lead' | 'remark' | 'tail';
  /** Stands in the card only: the table shows it elsewhere. */
  cardOnly?: boolean;
  /** Of a drawing, the key of the column that shows its value as a figure: a file leaves it out beside that one. */
  figureIn?: string;
  /** Takes a whole line of the card, its title for screen readers only: controls. */
  bare?: boolean;
}
