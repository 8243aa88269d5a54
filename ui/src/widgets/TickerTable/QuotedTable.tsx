import { type ReactNode, type RefObject, useRef } from 'react';
import type { TickerRow } from '~/api/types';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import type { TableRows, TableView } from '~/components/table/useTableView';
import { WideTable } from '~/components/table/WideTable';
import type { Density } from '~/state/density';
import { isFollowed } from './isFollowed';
import { useRowKeys } from './useRowKeys';
import type { RowSheet as OpenSheet } from './useRowSheet';

const RowSheet = retryingLazy(() => import('~/widgets/QuoteSheet'));

type Props<Row extends TickerRow> = TableRows<Row> &
  Partial<TableView<Row>> & {
    /** The rows that can be opened, in the order of the table: the visible ones, and those that a walk continues with. */
    order: readonly TickerRow[];
    sheet: OpenSheet<TickerRow>;
    /** The element around the table. */
    box?: RefObject<HTMLDivElement | null>;
    /** The controls above the table. */
    tools?: ReactNode;
    className?: string | undefined;
    density?: Density;
  };

/** A wide table of tickers; a click on a row opens its quote next to it, in a narrow window its page. */
export function QuotedTable<Row extends TickerRow>({
  order,
  sheet,
  box,
  tools,
  className,
  ...view
}: Props<Row>) {
  const ownBox = useRef<HTMLDivElement>(null);
  const table = box ?? ownBox;
  const onKeyDown = useRowKeys(order, sheet);
  const { row: quoted } = sheet;
  const openRow = (element: HTMLElement) => {
    const clicked = order.find(({ id }) => String(id) === element.dataset.row);
    if (!clicked || !sheet.canOpen || !isFollowed(clicked)) return false;
    element.querySelector('a')?.focus({ preventScroll: true });
    sheet.open(clicked.symbol);
    return true;
  };
  return (
    <>
      <div ref={table} onKeyDown={onKeyDown} data-wide="">
        {tools}
        <div className={className}>
          <WideTable {...view} selected={quoted?.id} onOpen={openRow} />
        </div>
      </div>
      {quoted && (
        <LazyBoundary onFail={sheet.close}>
          <RowSheet {...sheet} row={quoted} rows={order.filter(isFollowed)} table={table} />
        </LazyBoundary>
      )}
    </>
  );
}
