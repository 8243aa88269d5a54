import type { ReactNode } from 'react';
import type { TickerRow } from '~/api/types';
import { useQuote } from '~/live/useQuote';
import { comparablePrice, conversion, inDisplayCurrency } from '~/market/displayCurrency';
import { formatMarketCap, formatVolume, typeName } from '~/market/format';
import { traded, tradedValue } from '~/market/measure';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Sparkline } from '~/widgets/Sparkline';
import { TickerLogo } from '~/widgets/TickerLogo';
import { RowStar } from '~/widgets/WatchStar';
import type { Column } from './column';
import { TickerLink } from './TickerLink';
import classes from './TickerTable.module.css';

const CHANGE = {
  key: '24h',
  title: '24h Change',
  short: '24h',
  value: (row) => row.change24h,
  render: (row) => <LiveChange ticker={row} />,
} satisfies Column;

const VOLUME = {
  key: 'volume',
  title: 'Volume (24h)',
  short: 'Vol',
  value: (row) => row.volume24h,
  render: (row) => (
    <LiveFigure row={row} select={(quote) => quote.volume24h}>
      {(value) => formatVolume(value)}
    </LiveFigure>
  ),
  tip: 'Trading volume in the last 24 hours',
  inCard: true,
} satisfies Column;

/** Columns shared by all ticker tables; a page adds its own. */
export const columns = {
  /** Logo, symbol and name in one column: the row's link. */
  name: {
    key: 'name',
    title: 'Name',
    align: 'left',
    rowHeader: true,
    value: (row) => row.name,
    render: (row) => (
      <span className={classes.named}>
        <RowStar ticker={row} />
        <TickerLink ticker={row} className="row-name">
          <TickerLogo of={row} />
          <span className="two-lines">
            <strong>{row.symbol}</strong>
            <span>{row.name}</span>
          </span>
        </TickerLink>
      </span>
    ),
  },
  /** Logo and symbol, for tables with a separate name column: the row's link. */
  symbol: {
    key: 'symbol',
    title: 'Symbol',
    align: 'left',
    rowHeader: true,
    value: (row) => row.symbol,
    render: (row) => (
      <span className={classes.named}>
        <RowStar ticker={row} />
        <TickerLink ticker={row} className="row-name">
          <TickerLogo of={row} size={32} />
          <strong>{row.symbol}</strong>
        </TickerLink>
      </span>
    ),
  },
  /** The name alone, next to `symbol`. */
  plainName: {
    key: 'name',
    title: 'Name',
    align: 'left',
    value: (row) => row.name,
    render: (row) => <span className={classes.strong}>{row.name}</span>,
  },
  type: {
    key: 'type',
    title: 'Type',
    align: 'left',
    value: (row) => typeName(row.type),
    render: (row) => typeName(row.type),
    hideBelow: 1100,
  },
  sector: {
    key: 'sector',
    title: 'Sector',
    short: '',
    align: 'left',
    value: (row) => row.sector,
    render: (row) => row.sector ?? '—',
    inCard: true,
  },
  /** Sorts by the weekly change. */
  spark: {
    key: 'week',
    title: '7 days',
    value: (row) => row.change7d,
    figureIn: '7d',
    render: (row) => (
      <span className={classes.spark}>
        <Sparkline points={row.spark} change={row.change7d ?? row.move7d} />
      </span>
    ),
    hideBelow: 900,
  },
  /** The sparkline next to two change columns: narrow, and only where there is room. */
  sparkIfRoom: {
    key: 'week',
    title: '7 days',
    value: (row) => row.change7d,
    figureIn: '7d',
    render: (row) => (
      <span className={classes.spark}>
        <Sparkline points={row.spark} change={row.change7d ?? row.move7d} width={88} />
      </span>
    ),
    hideBelow: 1240,
  },
  price: {
    key: 'price',
    title: 'Price',
    value: (row) => comparablePrice(row, row.price),
    render: (row) => (
      <span className={classes.price}>
        <LivePrice ticker={row} />
      </span>
    ),
  },
  /** The specified heading of the ETF, crypto and commodity tables. */
  change24h: CHANGE,
  /** The same change in tables of stocks and of mixed types: of the session, and of 24 hours for coins. */
  dayChange: { ...CHANGE, title: 'Change', short: 'Change' },
  change7d: {
    key: '7d',
    title: '7d Change',
    short: '7d',
    value: (row) => row.change7d,
    render: (row) => <LiveChange ticker={row} over="7d" />,
    inCard: true,
  },
  marketCap: {
    key: 'cap',
    title: 'Market Cap',
    short: 'Cap',
    value: (row) => inDisplayCurrency(row, row.marketCap),
    render: (row) => (
      <LiveFigure row={row} select={(quote) => quote.marketCap}>
        {(value) => <span title={convertedCap(row, value)}>{formatMarketCap(value, row)}</span>}
      </LiveFigure>
    ),
    inCard: true,
  },
  /** The traded value, which is how crypto volume is quoted. */
  tradedValue: {
    key: 'volume',
    title: '24h Volume',
    short: 'Vol',
    value: traded,
    render: (row) => (
      <LiveFigure row={row} select={tradedValue}>
        {(value) => formatMarketCap(value, row)}
      </LiveFigure>
    ),
    inCard: true,
  },
  /** The number of traded units. */
  volume: VOLUME,
  sessionVolume: { ...VOLUME, title: 'Volume', tip: 'Units traded in the current or last session' },
} satisfies Record<string, Column>;

/** The converted market cap (the sort value) and its exchange rate. */
function convertedCap(row: TickerRow, cap: number | null) {
  const converted = conversion(row, cap, formatMarketCap);
  return converted && `${converted.amount} (${converted.rate})`;
}

/** A figure that follows the live feed. */
export function LiveFigure({ row, select, children }: LiveFigureProps) {
  return children(useQuote(row, select));
}

interface LiveFigureProps {
  row: TickerRow;
  select: (quote: TickerRow) => number | null;
  children: (value: number | null) => ReactNode;
}
