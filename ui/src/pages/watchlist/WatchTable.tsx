import { useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WatchlistEntry } from '~/api/types';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChange } from '~/hooks/useUrlChoice';
import { hasHoldings } from '~/market/heldEntry';
import { holdingColumns, WeightsProvider } from '~/widgets/Holdings/holdingColumns';
import { PurchasesButton } from '~/widgets/Holdings/PurchasesButton';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import { useReadOnly } from '~/widgets/useReadOnly';
import { DragHandle } from './DragHandle';
import { MenuButton } from './EntryMenuButton';
import { NoteField } from './NoteField';
import { RemoveButton } from './RemoveButton';
import { type Sorting, useRowOrder } from './useRowOrder';
import classes from './WatchTable.module.css';

interface Props {
  listId: number;
  label: string;
  entries: readonly WatchlistEntry[];
}

const NO_ENTRIES: readonly WatchlistEntry[] = [];

/** Below 1640 px only the specified columns are shown. */
const WIDE_ONLY = { hideBelow: 1640, inCard: false } as const;

/** WTCH-01: the tickers of a list, in the user's order unless sorted by a column. */
export function WatchTable({ listId, label, entries }: Props) {
  const [params] = useSearchParams();
  const change = useUrlChange();
  const sorted = params.has('sort');
  const phone = useIsPhone();
  const readOnly = useReadOnly();
  const box = useRef<HTMLDivElement>(null);
  const { order, announcement, sorting } = useRowOrder(listId, entries, box);
  const count = entries.length;
  const isHeld = hasHoldings(entries);
  const held = useMemo(() => holdingColumns(entries), [entries]);
  const shown = useMemo(
    () => columnsOf(listId, count, readOnly, sorted || readOnly ? null : sorting, isHeld ? held : []),
    [listId, count, readOnly, sorted, sorting, isHeld, held],
  );
  const extras = useMemo(
    () => (isHeld ? [columns.type, columns.sector] : [columns.type, columns.sector, ...held]),
    [isHeld, held],
  );
  const unsort = () => change({ sort: '', dir: '' });
  return (
    <div ref={box} className={classes.table} data-held={isHeld || undefined}>
      <WeightsProvider entries={isHeld ? entries : NO_ENTRIES}>
        <TickerTable
          label={label}
          columnsKey="watchlist"
          rows={order}
          columns={shown}
          {...(count > 0 && { extraColumns: extras, isAdjustable: true })}
          emptyText="No tickers in this watchlist"
        />
      </WeightsProvider>
      {sorted && (
        <p className={classes.hint}>
          Sorted by a column.{' '}
          <button type="button" onClick={unsort}>
            Show your own order
          </button>
        </p>
      )}
      {!sorted && !phone && !readOnly && (
        <p className={classes.hint}>Drag a handle, or press the arrow keys on it, to change the order.</p>
      )}
      <p aria-live="polite" className="visually-hidden">
        {announcement}
      </p>
    </div>
  );
}

/** Returns the columns, of which a read-only list has no actions; with `held`, columns for holdings take the place of the weekly ones. */
function columnsOf(
  listId: number,
  count: number,
  readOnly: boolean,
  sorting: Sorting | null,
  held: readonly Column<WatchlistEntry>[],
): Column<WatchlistEntry>[] {
  const market = [
    { ...columns.change7d, ...WIDE_ONLY },
    { ...columns.marketCap, ...WIDE_ONLY },
  ];
  const grip: Column<WatchlistEntry> = {
    key: 'order',
    title: 'Order',
    align: 'left',
    render: (row, index) => sorting && <DragHandle symbol={row.symbol} index={index} sorting={sorting} />,
  };
  const actions: Column<WatchlistEntry>[] = [
    {
      key: 'actions',
      title: 'Actions',
      render: (row) => (
        <span className={classes.actions}>
          <PurchasesButton entry={row} isIcon />
          <RemoveButton listId={listId} entry={row} />
        </span>
      ),
    },
    {
      key: 'more',
      title: 'Actions',
      render: (row, index) => (
        <MenuButton listId={listId} entry={row} index={index} count={count} sorting={sorting} />
      ),
      inCard: 'tail',
      cardOnly: true,
    },
  ];
  return [
    ...(sorting ? [grip] : []),
    columns.symbol,
    {
      ...columns.plainName,
      render: (row) => (
        <span className={classes.named}>
          <span className={classes.name} title={row.name}>
            {row.name}
          </span>
          <NoteField listId={listId} entry={row} />
        </span>
      ),
    },
    // With columns for holdings, a narrower window has no room for the sparkline.
    { ...columns.spark, hideBelow: held.length > 0 ? 2400 : 1100 },
    columns.price,
    columns.change24h,
    ...(held.length > 0 ? held : market),
    {
      key: 'note',
      title: 'Note',
      render: ({ note }) => note,
      inCard: 'remark',
      cardOnly: true,
    },
    ...(readOnly ? [] : actions),
  ];
}
