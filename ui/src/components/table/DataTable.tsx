import { useState } from 'react';
import { useIsPhone } from '~/hooks/useIsPhone';
import { EmptyState } from '../EmptyState';
import { CsvBar } from './CsvBar';
import type { Column, HasId } from './column';
import classes from './DataTable.module.css';
import { ShowMore } from './ShowMore';
import { type Sort, sortRows } from './sort';
import { useTableSort } from './useTableSort';
import type { TableRows } from './useTableView';
import { WideTable } from './WideTable';

interface Props<Row extends HasId> {
  /** Accessible name and file name. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The order if the URL has none; by default, the order of `rows`. */
  initialSort?: Sort;
  /** Distinguishes two tables of one page in the URL. */
  urlPrefix?: string;
  emptyText: string;
  /** Number of rows shown at first and added by each 'Show More'. */
  step?: number;
}

/** A table of any rows: sortable, shown as cards on a phone, with a CSV file. */
export function DataTable<Row extends HasId>(props: Props<Row>) {
  const { label, rows, columns, initialSort, urlPrefix, emptyText, step = rows.length } = props;
  const isPhone = useIsPhone();
  const [extraCount, setExtraCount] = useState(0);
  const [sort, setSort] = useTableSort(columns, initialSort, urlPrefix);
  if (rows.length === 0) return <EmptyState text={emptyText} />;
  const sorted = sortRows(rows, columns, sort);
  const visibleRows = sorted.slice(0, step + extraCount);
  return (
    <>
      {isPhone ? (
        <Cards label={label} rows={visibleRows} columns={columns} />
      ) : (
        <>
          <CsvBar label={label} rows={sorted} columns={columns} />
          <WideTable label={label} rows={visibleRows} columns={columns} sort={sort} onSort={setSort} />
        </>
      )}
      <ShowMore
        remaining={rows.length - visibleRows.length}
        onClick={() => setExtraCount(extraCount + step)}
      />
    </>
  );
}

/** A card per row: the row header, then the other columns. */
function Cards<Row extends HasId>({ label, rows, columns }: TableRows<Row>) {
  const headerColumn = columns.find((column) => column.rowHeader);
  const details = columns.filter((column) => column.inCard && column.inCard !== 'tail');
  const tail = columns.filter((column) => column.inCard === 'tail');
  // With 'tail' columns the card has no grid: they are at its end, and the details in one line below.
  if (tail.length > 0)
    return (
      <ul aria-label={label}>
        {rows.map((row, index) => (
          <li key={row.id} className={`${classes.card} ${classes.line}`}>
            {headerColumn?.render(row, index)}
            <Details columns={tail} row={row} index={index} />
            <Details columns={details} row={row} index={index} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul aria-label={label}>
      {rows.map((row, index) => (
        <li key={row.id} className={classes.card}>
          {headerColumn?.render(row, index)}
          <dl>
            {details.map((column) => (
              <div key={column.key}>
                <dt>{column.title}</dt>
                <dd className="num">{column.render(row, index)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

interface DetailsProps<Row extends HasId> {
  columns: readonly Column<Row>[];
  row: Row;
  index: number;
}

/** The values of columns. The title of a column without a short title is only for screen readers. */
function Details<Row extends HasId>({ columns, row, index }: DetailsProps<Row>) {
  return (
    <dl className="num">
      {columns.map(({ key, title, short, render }) => (
        <div key={key}>
          <dt className={short ? undefined : 'visually-hidden'}>{short || title}</dt>
          <dd>{render(row, index)}</dd>
        </div>
      ))}
    </dl>
  );
}
