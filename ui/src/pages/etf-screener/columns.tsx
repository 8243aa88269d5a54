import type { EtfRow } from '~/api/types';
import { formatMarketCap, UNKNOWN } from '~/market/format';
import { type Column, columns } from '~/widgets/TickerTable';
import { formatRate } from './formatRate';

/** SCRN-01. */
export const SCREENER_COLUMNS: readonly Column<EtfRow>[] = [
  columns.name,
  columns.price,
  { ...columns.change24h, title: '24h' },
  {
    key: 'aum',
    title: 'AUM',
    value: (row) => row.fund?.aum,
    render: (row) => formatMarketCap(row.fund?.aum),
    tip: 'Assets under management: what all shares of the fund hold together',
    inCard: true,
  },
  {
    key: 'expense-ratio',
    title: 'Expense Ratio',
    value: (row) => row.fund?.expenseRatio,
    render: (row) => formatRate(row.fund?.expenseRatio),
    tip: 'What the fund takes for itself, in percent a year',
    inCard: true,
  },
  {
    key: 'kind',
    title: 'Category',
    align: 'left',
    value: (row) => row.fund?.category,
    render: (row) => row.fund?.category ?? UNKNOWN,
    inCard: true,
  },
  {
    key: 'yield',
    title: 'Yield',
    value: (row) => row.fund?.distributionYield,
    render: (row) => formatRate(row.fund?.distributionYield),
    tip: 'Distributions of a year, in percent of the price',
    inCard: true,
  },
];
