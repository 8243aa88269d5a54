import { type ReactNode, useRef, useState } from 'react';
import type { TickerRow } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { RowSkeletons } from '~/components/Skeletons';
import { ShowMore } from '~/components/table/ShowMore';
import type { Sort } from '~/components/table/sort';
import { TableToolBar } from '~/components/table/TableToolBar';
import { useColumnChoice } from '~/components/table/useColumnChoice';
import { useTableSort } from '~/components/table/useTableSort';
import type { TableView } from '~/components/table/useTableView';
import { useIsPhone, useIsWider } from '~/hooks/useIsPhone';
import { useDensity } from '~/state/density';
import type { Column } from './column';
import { QuotedTable } from './QuotedTable';
import classes from './TickerTable.module.css';
import { useExtraColumns } from './useExtraColumns';
import { useLiveOrder } from './useLiveOrder';
import { useRowSheet } from './useRowSheet';

/** Cards include form controls that a wide table doesn't need. */
const TickerCards = retryingLazy(() => import('./TickerCards')) as <Row extends TickerRow>(
  view: TableView<Row>,
) => ReactNode;

/** Minimum number of rows for row-height and column controls. */
const MIN_ADJUSTABLE_ROWS = 12;

/** The number of dense rows at first, in a very wide window. */
const MAX_TERMINAL_ROWS = 200;

interface Props<Row extends TickerRow> {
  /** Accessible name. */
  label: string;
  /** Tables with the same key share the user's choice of columns; the label by default. */
  columnsKey?: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Columns that the user can add; by default the shared ones, in a wide window. */
  extraColumns?: readonly Column<Row>[];
  /** The order while the URL has none; by default the server's. */
  initialSort?: Sort;
  /** Separates two tables of one page in the URL: 'gainers-'. */
  urlPrefix?: string;
  emptyText: string;
  /** Shows the row-height and column controls even for a short table. */
  isAdjustable?: boolean;
  /** Number of rows shown at first and added by each 'Show More'; all without it. */
  step?: number;
}

/**
 * Tickers in a table, on a phone as cards. Sortable by any column, with the order in the URL; a click on a row opens its quote
 * next to the table, in a narrow window its page; visible rows follow the live feed, and so does the order.
 */
export function TickerTable<Row extends TickerRow>(props: Props<Row>) {
  const { label, columnsKey = label, rows, columns, initialSort, urlPrefix, emptyText } = props;
  const isPhone = useIsPhone();
  const [more, setMore] = useState(0);
  const [density] = useDensity();
  // Dense rows in a very wide window have room for all columns, and so for all rows.
  const isTerminal = useIsWider() && density === 'terminal' && !isPhone;
  const extras = useExtraColumns({ ...props, columnsKey }, isTerminal);
  const choice = useColumnChoice(columnsKey, columns, extras, isTerminal);
  const [sort, setSort] = useTableSort(choice.all, initialSort, urlPrefix);
  const sheet = useRowSheet(rows, urlPrefix);
  const box = useRef<HTMLDivElement>(null);
  const sorted = useLiveOrder(rows, choice.all, sort, box);
  if (rows.length === 0) return <EmptyState text={emptyText} />;
  const step = isTerminal
    ? Math.max(props.step ?? rows.length, MAX_TERMINAL_ROWS)
    : (props.step ?? rows.length);
  const { row: quoted } = sheet;
  // The row of a shared link may be further down, and a walk continues after the last visible row.
  const missing = quoted ? sorted.indexOf(quoted) + 1 - step : 0;
  if (missing > more) setMore(missing);
  const count = step + more;
  const view = { label, rows: sorted.slice(0, count), columns, sort, onSort: setSort };
  const tools = {
    label,
    rows: sorted,
    choice,
    short: rows.length < MIN_ADJUSTABLE_ROWS && !props.isAdjustable,
  };
  return (
    <>
      {isPhone ? (
        <div ref={box}>
          <LazyBoundary placeholder={<RowSkeletons rows={Math.min(count, rows.length)} height={68} />}>
            <TickerCards {...view} />
          </LazyBoundary>
        </div>
      ) : (
        <QuotedTable
          {...view}
          columns={choice.shown}
          order={sorted}
          sheet={sheet}
          box={box}
          tools={<TableToolBar {...tools} />}
          className={choice.isExtended ? classes.scrolls : undefined}
        />
      )}
      <ShowMore remaining={rows.length - count} onClick={() => setMore(count)} />
    </>
  );
}

const ROW_HEIGHTS = { comfortable: 52, compact: 36, terminal: 28 };

/** As tall as the table will be. */
export function TickerTableSkeleton({ rows }: { rows: number }) {
  const isPhone = useIsPhone();
  const [density] = useDensity();
  // Includes the head and the controls above it.
  return <RowSkeletons rows={rows + (isPhone ? 1 : 2)} height={isPhone ? 68 : ROW_HEIGHTS[density]} />;
}
