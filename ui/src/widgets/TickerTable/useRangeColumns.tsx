import { useMemo } from 'react';
import { priceRangesQuery } from '~/api/queries';
import type { PriceRange, TickerRow } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useQuote } from '~/live/useQuote';
import { comparablePrice } from '~/market/displayCurrency';
import { formatPlainPrice, formatRate, UNKNOWN } from '~/market/format';
import { fromHighest, highestPrice, highName, yearPosition } from '~/market/priceRange';
import { useStoredList } from '~/state/browserStorage';
import { Change } from '~/widgets/Change';
import type { Column } from './column';

type Ranges = ReadonlyMap<number, PriceRange>;
type Measure = (range: PriceRange | undefined, price: number | null) => number | null;

const KEYS = ['ath', 'from-ath', 'year'] as const;

interface CellProps {
  row: TickerRow;
  range: PriceRange | undefined;
}

/** A figure of a range and the live price. */
const useMeasure = ({ row, range }: CellProps, measure: Measure) =>
  useQuote(row, ({ price }) => measure(range, price));

function Highest(props: CellProps) {
  const { row, range } = props;
  return <span title={highName(range)}>{formatPlainPrice(useMeasure(props, highestPrice), row)}</span>;
}

function FromHighest(props: CellProps) {
  const percent = useMeasure(props, fromHighest);
  return percent === null ? UNKNOWN : <Change value={percent} />;
}

function YearPosition(props: CellProps) {
  const { row, range } = props;
  const position = useMeasure(props, yearPosition);
  if (position === null || !range) return UNKNOWN;
  const [low, high] = [range.yearLow, range.yearHigh].map((price) => formatPlainPrice(price, row));
  return <span title={`${low} to ${high}`}>{formatRate(position, 0)}</span>;
}

function rangeColumns(ranges: Ranges): Column[] {
  const measure = (of: Measure) => (row: TickerRow) => of(ranges.get(row.id), row.price);
  return [
    {
      key: 'ath',
      title: 'All-time high',
      short: 'High',
      value: (row) => comparablePrice(row, measure(highestPrice)(row)),
      render: (row) => <Highest row={row} range={ranges.get(row.id)} />,
      tip: 'Highest known price; where the history does not reach back to the listing, the price says since when',
    },
    {
      key: 'from-ath',
      title: 'From all-time high',
      short: 'From high',
      value: measure(fromHighest),
      render: (row) => <FromHighest row={row} range={ranges.get(row.id)} />,
      tip: 'Distance of the price from the highest known price',
    },
    {
      key: 'year',
      title: '52-week position',
      short: '52 weeks',
      value: measure(yearPosition),
      render: (row) => <YearPosition row={row} range={ranges.get(row.id)} />,
      tip: '0% at the 52-week low, 100% at the high',
    },
  ];
}

/**
 * Returns the columns of all-time highs and 52-week ranges that a table doesn't show by default. The ranges load when one of the columns
 * is chosen.
 */
export function useRangeColumns<Row extends TickerRow>(
  label: string,
  rows: readonly Row[],
  own: readonly Column<Row>[],
): readonly Column<Row>[] {
  const [changes] = useStoredList(`columns.${label}`);
  const isChosen = KEYS.some((key) => changes.includes(`+${key}`));
  const types = useMemo(() => [...new Set(isChosen ? rows.map(({ type }) => type) : [])], [isChosen, rows]);
  const ranges = useQueries({
    queries: types.map((type) => priceRangesQuery(type)),
    combine: byId,
  });
  return useMemo(
    () => rangeColumns(ranges).filter(({ key }) => !own.some((column) => column.key === key)),
    [ranges, own],
  );
}

/** One map of the ranges of all types. */
const byId = (results: readonly { data?: readonly PriceRange[] | undefined }[]): Ranges =>
  new Map(results.flatMap(({ data }) => (data ?? []).map((range) => [range.id, range] as const)));
