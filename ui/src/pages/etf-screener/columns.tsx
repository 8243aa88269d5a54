import type { EtfRow } from '~/api/types';
import { inDisplayCurrency } from '~/market/displayCurrency';
import { formatMarketCap, formatRate, UNKNOWN } from '~/market/format';
import { type Column, columns } from '~/widgets/TickerTable';
import classes from './EtfScreenerPage.module.css';

/** SCRN-01: the columns of the result table. */
export const SCREENER_COLUMNS: readonly Column<EtfRow>[] = [
  columns.name,
  {
    key: 'kind',
    title: 'Category',
    short: '',
    align: 'left',
    value: (row) => row.fund?.category,
    render: (row) => <span className={classes.kind}>{row.fund?.category ?? UNKNOWN}</span>,
    inCard: true,
  },
  // Next to the filters, the sparkline fits only on wide screens.
  { ...columns.sparkIfRoom, hideBelow: 1640 },
  columns.price,
  columns.dayChange,
  {
    key: 'aum',
    title: 'AUM',
    short: 'AUM',
    value: (row) => inDisplayCurrency(row, row.fund?.aum),
    render: (row) => formatMarketCap(row.fund?.aum, row),
    tip: 'Assets under management: the total value the fund holds',
    inCard: true,
  },
  {
    key: 'expense-ratio',
    title: 'Expense Ratio',
    short: 'Fee',
    value: (row) => row.fund?.expenseRatio,
    render: (row) => <Fee percent={row.fund?.expenseRatio} />,
    tip: 'Annual fee (expense ratio)',
    inCard: true,
  },
  {
    key: 'yield',
    title: 'Yield',
    short: 'Yield',
    // A fund without distributions has no yield.
    value: (row) => row.fund?.distributionYield || null,
    render: (row) => formatRate(row.fund?.distributionYield || null),
    tip: 'One year of distributions, as a percentage of the price',
    inCard: true,
  },
];

/** A fee with two decimals, aligned at the decimal point; all decimals on hover. */
function Fee({ percent }: { percent: number | null | undefined }) {
  const [rounded, exact] = [formatRate(percent), formatRate(percent, 2, 4)];
  return <span title={exact === rounded ? undefined : exact}>{rounded}</span>;
}
