import { createContext, type ReactNode, use } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { useQuote } from '~/live/useQuote';
import { useQuotes } from '~/live/useQuotes';
import { formatRate, UNKNOWN } from '~/market/format';
import { heldDayGain, heldGain, heldGainPercent, heldValue, weights } from '~/market/heldEntry';
import { Amount, AmountChange } from '~/widgets/Amount';
import { Change } from '~/widgets/Change';
import type { Column } from '~/widgets/TickerTable';
import { HoldingField } from './HoldingFields';
import classes from './holdingColumns.module.css';

type Entry = WatchlistEntry;

interface LiveAmountProps<E extends Entry> {
  entry: E;
  select: (entry: E) => number | null;
  /** ISO code; the ticker's currency by default. */
  currency?: string;
  /** A gain, with its sign. */
  signed?: boolean;
}

/** An amount that follows the live price. */
export function LiveAmount<E extends Entry>({ entry, select, currency, signed }: LiveAmountProps<E>) {
  const value = useQuote(entry, select);
  const Text = signed ? AmountChange : Amount;
  return <Text value={value} currency={currency ?? entry.currency} />;
}

function LivePercent({ entry }: { entry: Entry }) {
  const percent = useQuote(entry, heldGainPercent);
  return percent === null ? UNKNOWN : <Change value={percent} />;
}

const Weights = createContext<ReadonlyMap<number, number>>(new Map());

/** Computes the weights of a list once for all rows, from the newest prices, so that they add up to 100%. */
export function WeightsProvider({ entries, children }: { entries: readonly Entry[]; children: ReactNode }) {
  return <Weights value={weights(useQuotes(entries))}>{children}</Weights>;
}

function Weight({ entry }: { entry: Entry }) {
  const weight = use(Weights).get(entry.id);
  return weight === undefined ? UNKNOWN : formatRate(weight, 1);
}

/**
 * Returns the columns of the holdings; amounts are in the ticker's currency and follow the live prices. Quantity and cost of the rows for
 * which `isEditable` returns true are edited in place.
 */
export function holdingColumns<E extends Entry>(
  entries: readonly E[],
  isEditable: (entry: E) => boolean = () => true,
): Column<E>[] {
  const loadedWeights = weights(entries);
  return [
    {
      key: 'quantity',
      title: 'Quantity',
      value: (row) => row.quantity,
      render: (row) => <HoldingField entry={row} field="quantity" isEditable={isEditable(row)} />,
      hideBelow: 900,
      inCard: false,
    },
    {
      key: 'cost',
      title: 'Cost',
      tip: "Average cost per unit, in the ticker's currency; that of a bond, in percent of par",
      value: (row) => row.cost,
      render: (row) => <HoldingField entry={row} field="cost" isEditable={isEditable(row)} />,
      hideBelow: 1240,
      inCard: false,
    },
    {
      key: 'value',
      title: 'Value',
      value: heldValue,
      render: (row) => <LiveAmount entry={row} select={heldValue} />,
      inCard: true,
      hideBelow: 1100,
    },
    {
      key: 'gain',
      title: 'Gain',
      value: heldGain,
      render: (row) => (
        <span className={classes.gain}>
          <LiveAmount entry={row} select={heldGain} signed />
          {heldGainPercent(row) !== null && (
            <span className={classes.gainPercent}>
              <LivePercent entry={row} />
            </span>
          )}
        </span>
      ),
      inCard: true,
      hideBelow: 1240,
    },
    {
      key: 'gainPercent',
      title: 'Gain %',
      value: heldGainPercent,
      render: (row) => <LivePercent entry={row} />,
      hideBelow: 1640,
    },
    {
      key: 'dayGain',
      title: "Today's gain",
      value: heldDayGain,
      render: (row) => <LiveAmount entry={row} select={heldDayGain} signed />,
      inCard: true,
      hideBelow: 1640,
    },
    {
      key: 'weight',
      title: 'Weight',
      tip: "Share of the list's value, in the display currency",
      value: (row) => loadedWeights.get(row.id),
      render: (row) => <Weight entry={row} />,
      hideBelow: 1640,
    },
  ];
}
