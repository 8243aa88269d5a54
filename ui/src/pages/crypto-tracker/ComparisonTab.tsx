import { tickerQuery } from '~/api/queries';
import { useQueries } from '~/api/useQueries';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { useQuote } from '~/live/useQuote';
import { formatPrice } from '~/market/format';
import { Change } from '~/widgets/Change';
import { ComparedChoice } from '~/widgets/ComparisonChart/ComparedChoice';
import { useCompared } from '~/widgets/ComparisonChart/useCompared';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import classes from './CryptoTracker.module.css';
import { fromHigh, type RankedCoin } from './ranking';

// In its own chunk because it includes the chart.
const CoinsCompared = retryingLazy(() => import('./CoinsCompared'));

/** CTRK-02: number of coins compared and suggested initially. */
const INITIAL_COUNT = 3;
const SUGGESTED_COUNT = 6;

interface Compared extends RankedCoin {
  allTimeHigh: number | null;
}

/** An extra column for wide screens. */
export const WEEK: Column = { ...columns.change7d, hideBelow: 1100, inCard: false };
const COLUMNS: Column<Compared>[] = [
  columns.name,
  columns.sparkIfRoom,
  columns.price,
  columns.change24h,
  WEEK,
  columns.marketCap,
  columns.tradedValue,
  {
    key: 'ath',
    title: 'All-Time High',
    value: (row) => row.allTimeHigh,
    render: (row) => formatPrice(row.allTimeHigh, row.decimals, row),
    tip: 'All-time high according to the source',
    inCard: true,
  },
  {
    key: 'from-ath',
    title: 'From High',
    value: (row) => fromHigh(row.price, row.allTimeHigh),
    render: (row) => <FromHigh coin={row} />,
    inCard: true,
  },
];

/** CTRK-02: the three largest or the chosen coins, and their distance from the all-time high. */
export default function ComparisonTab({ ranked }: { ranked: readonly RankedCoin[] }) {
  const largest = ranked.slice(0, INITIAL_COUNT).map(({ symbol }) => symbol);
  const compared = useCompared('coins', suggestedCoins(ranked), largest);
  const coins = compared.chosen.flatMap((symbol) => ranked.filter((coin) => coin.symbol === symbol));
  const details = useQueries({
    queries: coins.map(({ symbol }) => ({ ...tickerQuery(symbol), refetchInterval: 60_000 })),
  });
  const isLoaded = details.every(({ data }) => data !== undefined);
  const query = {
    data: isLoaded
      ? coins.map((row, index) => ({ ...row, allTimeHigh: details[index]?.data?.allTimeHigh ?? null }))
      : undefined,
    isPending: details.some(({ isPending }) => isPending),
    isError: details.some(({ isError }) => isError),
    refetch: () => details.forEach((detail) => void detail.refetch()),
  };
  return (
    <>
      <Panel title="Comparison" aside={<SampleBadge shown={coins.some(({ isSample }) => isSample)} />}>
        <div className={classes.choice}>
          <ComparedChoice label="Coins to compare" compared={compared} addLabel="Add a coin" type="crypto" />
        </div>
        <QueryState query={query} skeleton={<TickerTableSkeleton rows={coins.length} />}>
          {(rows) => (
            <TickerTable
              label="Comparison"
              rows={rows}
              columns={COLUMNS}
              initialSort={{ key: 'cap', dir: 'desc' }}
              emptyText={
                ranked.length === 0
                  ? 'No cryptocurrencies available at this time.'
                  : 'Choose at least one coin to compare.'
              }
            />
          )}
        </QueryState>
      </Panel>
      <LazyBoundary>
        <CoinsCompared coins={coins} known={compared.knownSymbols} />
      </LazyBoundary>
    </>
  );
}

/** The largest coins; beyond those compared initially, no stablecoins. */
function suggestedCoins(ranked: readonly RankedCoin[]): string[] {
  const rest = ranked.slice(INITIAL_COUNT).filter(({ sector }) => sector !== 'Stablecoin');
  return [...ranked.slice(0, INITIAL_COUNT), ...rest].slice(0, SUGGESTED_COUNT).map(({ symbol }) => symbol);
}

/** The distance of the live price from the all-time high. */
function FromHigh({ coin }: { coin: Compared }) {
  const price = useQuote(coin, (quote) => quote.price);
  return <Change value={fromHigh(price, coin.allTimeHigh)} />;
}
