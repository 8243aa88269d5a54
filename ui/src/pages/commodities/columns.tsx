import type { TickerRow } from '~/api/types';
import { formatMillions } from '~/market/format';
import { type Column, columns, LiveFigure } from '~/widgets/TickerTable';
import classes from './CommoditiesPage.module.css';
import { SectorIcon } from './SectorIcon';
import { sectorOf } from './sectors';

/** COMM-01. */
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
  columns.price,
  { ...columns.change24h, title: '24h' },
  { ...columns.change7d, title: '7d' },
  {
    ...columns.volume,
    render: (row) => (
      <LiveFigure row={row} of={(quote) => quote.volume24h}>
        {(value) => formatMillions(value)}
      </LiveFigure>
    ),
  },
];
