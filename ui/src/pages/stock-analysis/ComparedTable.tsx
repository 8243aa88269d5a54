import { tickerQuery } from '~/api/queries';
import type { TickerDetail, TickerRow } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useQuote } from '~/live/useQuote';
import { formatPlainPrice, formatRate, UNKNOWN } from '~/market/format';
import { positionInRange } from '~/market/positionInRange';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import classes from './StockAnalysis.module.css';

/** A stock, with the details of its own page once loaded. */
type Compared = TickerRow &
  Partial<Pick<TickerDetail, 'yearLow' | 'yearHigh' | 'volatility30d' | 'trailingDividends'>>;

const COLUMNS: readonly Column<Compared>[] = [
  columns.name,
  { ...columns.sector, hideBelow: 1640, inCard: false },
  columns.sparkIfRoom,
  columns.price,
  columns.change24h,
  { ...columns.change7d, hideBelow: 1240, inCard: false },
  columns.marketCap,
  columns.volume,
  {
    key: 'year',
    title: '52-week range',
    value: yearPosition,
    render: (row) => <YearRange row={row} />,
    hideBelow: 1240,
  },
  {
    key: 'yield',
    title: 'Dividend yield',
    short: 'Yield',
    value: (row) => row.trailingDividends?.yield ?? null,
    render: (row) => formatRate(row.trailingDividends?.yield),
    tip: 'Paid in the last 12 months, as a percentage of the price',
    hideBelow: 1100,
    inCard: true,
  },
  {
    key: 'volatility',
    title: '30-day volatility',
    value: (row) => row.volatility30d ?? null,
    render: (row) => formatRate(row.volatility30d),
    hideBelow: 2400,
  },
];

/** STCK-04: market caps and fundamentals of the compared stocks. */
export function ComparedTable({ rows }: { rows: readonly TickerRow[] }) {
  const details = useQueries({ queries: rows.map(({ symbol }) => tickerQuery(symbol)) });
  const compared = rows.map((row, index): Compared => ({ ...details[index]?.data, ...row }));
  return (
    <TickerTable
      label="Fundamentals"
      rows={compared}
      columns={COLUMNS}
      urlPrefix="fundamentals-"
      emptyText="Choose at least one stock to compare."
    />
  );
}

/** The position of the price in the 52-week range; null if unknown. */
function yearPosition({ price, yearLow, yearHigh }: Compared): number | null {
  if (price === null || yearLow == null || yearHigh == null || yearHigh <= yearLow) return null;
  return positionInRange(price, yearLow, yearHigh);
}

function YearRange({ row }: { row: Compared }) {
  const position = useQuote(row, yearPosition);
  if (position === null) return UNKNOWN;
  return (
    <span className={`num ${classes.year}`}>
      <span>{formatPlainPrice(row.yearLow, row)}</span>
      <span className={classes.yearTrack} aria-hidden="true">
        <span style={{ left: `${100 * position}%` }} />
      </span>
      <span>{formatPlainPrice(row.yearHigh, row)}</span>
    </span>
  );
}
