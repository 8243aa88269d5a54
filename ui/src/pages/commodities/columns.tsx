import type { CSSProperties } from 'react';
import type { TickerRow } from '~/api/types';
import { formatMillions, formatNumber } from '~/market/format';
import { type Column, columns, LiveFigure } from '~/widgets/TickerTable';
import classes from './CommoditiesPage.module.css';
import { SectorIcon } from './SectorIcon';
import { sectorOf } from './sectors';

/** Maximum decimals of a future; most have two. */
const MAX_DECIMALS = 4;

/** A price with its contract's decimals, aligned at the decimal point. */
function AlignedPrice({ row }: { row: TickerRow }) {
  const missing = MAX_DECIMALS - Math.min(MAX_DECIMALS, Math.max(2, row.decimals));
  return (
    <span
      className={`num ${classes.price}`}
      data-price
      style={{ '--missing': `${missing}ch` } as CSSProperties}
    >
      {columns.price.render(row)}
    </span>
  );
}

/** Traded contracts in millions, as specified, in one unit for all rows; the exact number on hover. */
function Contracts({ count }: { count: number | null }) {
  return <span title={count === null ? undefined : formatNumber(count, 0)}>{formatMillions(count)}</span>;
}

/** COMM-01: the columns of the commodity table. */
export const COMMODITY_COLUMNS: readonly Column<TickerRow>[] = [
  columns.symbol,
  columns.plainName,
  {
    ...columns.sector,
    value: sectorOf,
    render: (row) => (
      <span className={classes.sector}>
        <SectorIcon sector={sectorOf(row)} />
        {sectorOf(row)}
      </span>
    ),
  },
  columns.spark,
  { ...columns.price, render: (row) => <AlignedPrice row={row} /> },
  { ...columns.change24h, title: '24h' },
  { ...columns.change7d, title: '7d' },
  {
    ...columns.volume,
    render: (row) => (
      <LiveFigure row={row} select={(quote) => quote.volume24h}>
        {(value) => <Contracts count={value} />}
      </LiveFigure>
    ),
  },
];
