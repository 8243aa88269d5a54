import type { CalendarDividend } from '~/api/types';
import type { Column } from '~/components/table/column';
import { inDisplayCurrency } from '~/market/displayCurrency';
import { frequencyName } from '~/market/dividends';
import { formatPrice, formatRate, typeName } from '~/market/format';
import { shortName } from '~/market/shortName';
import { CalendarTicker } from '~/widgets/Calendar/CalendarTicker';
import { ShortDay } from '~/widgets/Calendar/ShortDay';
import classes from './DividendCalendarPage.module.css';
import { statusOf } from './payments';

/** Fund distributions have fractions of a cent. */
const DECIMALS = 4;

const TICKER_COLUMN: Column<CalendarDividend> = {
  key: 'symbol',
  title: 'Symbol',
  align: 'left',
  rowHeader: true,
  value: ({ symbol }) => symbol,
  render: (row) => (
    <CalendarTicker id={row.tickerId} symbol={row.symbol} name={shortName(row.name)} type={row.type} />
  ),
};
const EX_DATE: Column<CalendarDividend> = {
  key: 'date',
  title: 'Ex-Date',
  align: 'left',
  value: ({ exDate }) => exDate,
  render: ({ exDate }) => (
    <span className={classes.day}>
      <ShortDay day={exDate} />
    </span>
  ),
  inCard: true,
};
const OTHER_COLUMNS: readonly Column<CalendarDividend>[] = [
  {
    key: 'amount',
    title: 'Amount',
    value: (row) => inDisplayCurrency(row, row.amount),
    render: (row) => formatPrice(row.amount, amountDecimals(row.amount), row),
    inCard: 'tail',
  },
  {
    key: 'yield',
    title: 'Yield',
    tip: 'One year of these payments, as a percentage of the price on the ex-dividend day',
    value: (row) => row.yield,
    render: (row) => formatRate(row.yield),
    short: 'Yield',
    inCard: 'tail',
  },
  {
    key: 'frequency',
    title: 'Frequency',
    value: ({ frequency }) => frequencyName(frequency),
    render: ({ frequency }) => frequencyName(frequency),
    inCard: true,
    hideBelow: 1100,
  },
  { key: 'status', title: 'Status', value: statusOf, render: statusOf, inCard: true },
  {
    key: 'type',
    title: 'Type',
    value: ({ type }) => typeName(type),
    render: ({ type }) => typeName(type),
    hideBelow: 1640,
  },
];

/** Columns for a list with a heading per day, and for a list with the date in each row. */
export const DAY_COLUMNS = [TICKER_COLUMN, ...OTHER_COLUMNS];
export const LIST_COLUMNS = [TICKER_COLUMN, EX_DATE, ...OTHER_COLUMNS];

/** The decimals needed to write the amount: '$0.26', '$0.2614'. */
function amountDecimals(amount: number): number {
  return Math.round(amount * 100) / 100 === amount ? 2 : DECIMALS;
}
