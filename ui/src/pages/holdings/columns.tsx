import { UNKNOWN } from '~/market/format';
import { displayGain, type HeldRow } from '~/market/holdings';
import { Amount, AmountChange } from '~/widgets/Amount';
import { holdingColumns, LiveAmount } from '~/widgets/Holdings/holdingColumns';
import { type Column, columns } from '~/widgets/TickerTable';
import { EditButton } from './EditButton';

type PositionColumn = Column<HeldRow>;

/** Returns the columns that are shown by default, and those that can be added. `currency` is the display currency. */
export function positionColumns(
  rows: readonly HeldRow[],
  currency: string,
): { shown: readonly PositionColumn[]; extras: readonly PositionColumn[] } {
  return {
    shown: [
      { ...columns.name, sortTitle: 'Name' },
      columns.price,
      columns.dayChange,
      // A ticker that several lists hold has one row with the sums.
      ...holdingColumns(rows, ({ entries }) => entries.length === 1).map(withLowerBreakpoint),
      income(currency),
      edit,
    ],
    extras: [
      totalGain(currency),
      currencyEffect(currency),
      columns.spark,
      { ...columns.type, inCard: false },
      { ...columns.sector, inCard: false },
      country,
      tradingCurrency,
    ] as PositionColumn[],
  };
}

/** Shows the weight and today's gain in narrower windows than a watchlist does, because they matter more on this page. */
const withLowerBreakpoint = (column: PositionColumn): PositionColumn =>
  column.key === 'weight' || column.key === 'dayGain' ? { ...column, hideBelow: 1240 } : column;

const income = (currency: string): PositionColumn => ({
  key: 'income',
  title: 'Income',
  tip: `Dividends expected in the next 12 months, in ${currency}`,
  value: (row) => row.income12m,
  render: (row) => <Amount value={row.income12m} currency={currency} />,
  hideBelow: 1640,
});

const totalGain = (currency: string): PositionColumn => ({
  key: 'totalGain',
  title: `Gain in ${currency}`,
  tip: 'With the currency effect: each purchase at the exchange rate of its day',
  value: displayGain,
  render: (row) => <LiveAmount entry={row} select={displayGain} currency={currency} signed />,
});

const currencyEffect = (currency: string): PositionColumn => ({
  key: 'currencyEffect',
  title: 'Currency effect',
  tip: `The part of the gain that comes from the exchange rate, in ${currency}`,
  value: (row) => row.currencyEffect,
  render: (row) => <AmountChange value={row.currencyEffect} currency={currency} />,
});

const country: PositionColumn = {
  key: 'country',
  title: 'Country',
  align: 'left',
  value: (row) => row.country,
  render: (row) => row.country ?? UNKNOWN,
};

const tradingCurrency: PositionColumn = {
  key: 'currency',
  title: 'Currency',
  align: 'left',
  value: (row) => row.currency,
  render: (row) => row.currency,
};

const edit: PositionColumn = {
  key: 'edit',
  title: 'Edit',
  render: (row) => <EditButton row={row} />,
  inCard: 'tail',
};
