import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/api/call';
import type { PriceRange, TickerRow, TickerType } from '~/api/types';
import { useQuote } from '~/live/useQuote';
import { comparablePrice } from '~/market/displayCurrency';
import { formatPlainPrice, formatRate, UNKNOWN } from '~/market/format';
import { fromHighest, highestPrice, highName, yearPosition } from '~/market/priceRange';
import { Change } from '~/widgets/Change';
import type { Column } from './column';

export type RangeKey = 'ath' | 'from-ath' | 'year';

type Measure = (range: PriceRange | undefined, price: number | null) => number | null;

interface CellProps {
  row: TickerRow;
  range: PriceRange | undefined;
}

/** 52-week ranges and all-time highs of all tickers of a type. */
const rangesQuery = (type: TickerType) =>
  queryOptions({
    queryKey: ['price-ranges', type],
    queryFn: ({ signal }) => call('get', '/api/price-ranges', { query: { type }, signal }),
    staleTime: 60_000,
  });

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

interface Content {
  tip: string;
  measure: Measure;
  Cell: (props: CellProps) => React.ReactNode;
}

const CONTENTS: Readonly<Record<RangeKey, Content>> = {
  ath: {
    tip: 'Highest known price. If the price history starts after the listing, hover over the price to see since when.',
    measure: highestPrice,
    Cell: Highest,
  },
  'from-ath': { tip: 'Distance from the highest known price', measure: fromHighest, Cell: FromHighest },
  year: { tip: '0% at the 52-week low, 100% at the high', measure: yearPosition, Cell: YearPosition },
};

/** Loads the ranges of tickers of these types, and completes the columns with them. */
export async function loadColumns(
  client: QueryClient,
  types: readonly TickerType[],
  columns: readonly (Column & { key: RangeKey })[],
): Promise<Column[]> {
  const ranges = await Promise.all(types.map((type) => client.fetchQuery(rangesQuery(type))));
  const byId = new Map(ranges.flat().map((range) => [range.id, range]));
  return columns.map((column) => {
    const { tip, measure, Cell } = CONTENTS[column.key];
    const value = (row: TickerRow) => measure(byId.get(row.id), row.price);
    return {
      ...column,
      tip,
      value: column.key === 'ath' ? (row) => comparablePrice(row, value(row)) : value,
      render: (row) => <Cell row={row} range={byId.get(row.id)} />,
    };
  });
}
