import type { UseQueryResult } from '@tanstack/react-query';
import { tickerByIdQuery, tickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery, withoutData } from '~/api/useQuery';
import { Columns } from '~/components/Columns';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useDayChange } from '~/live/useDayChange';
import { useFlash } from '~/live/useFlash';
import { useQuote } from '~/live/useQuote';
import { formatNumber } from '~/market/format';
import { SP500_ID } from '~/market/marketTickers';
import { measureOf } from '~/market/measure';
import { shortName } from '~/market/shortName';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { PriceChart } from '~/widgets/PriceChart/PriceChart';
import { SampleBadge } from '~/widgets/SampleBadge';
import { Sparkline } from '~/widgets/Sparkline';
import { type Column, columns, TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import { SectorBars } from './SectorBars';
import classes from './StockAnalysis.module.css';

const Movers = retryingLazy(() => import('~/widgets/Movers/Movers'));

/** STCK-01: the four indices with their specified names. */
const INDICES = [
  ['^GSPC', 'S&P 500'],
  ['^IXIC', 'NASDAQ'],
  ['^DJI', 'DOW'],
  ['^RUT', 'RUSSELL 2000'],
] as const;
const LEADER_COUNT = 10;
/** Height of the sectors until they are loaded, in px at the default font size. */
const SECTORS_HEIGHT = 500;
const LEADER_COLUMNS: readonly Column[] = [
  columns.name,
  { ...columns.sector, hideBelow: 2400 },
  columns.sparkIfRoom,
  columns.price,
  columns.dayChange,
  { ...columns.change7d, hideBelow: 1100 },
  columns.marketCap,
];

export function OverviewTab({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  const indices = useQuery({ ...tickersQuery('index'), refetchInterval: 60_000 });
  const trend = useQuery(tickerByIdQuery(SP500_ID));
  const isPhone = useIsPhone();
  return (
    <>
      <QueryState
        query={indices}
        skeleton={<BlockSkeleton height={isPhone ? 294 : 132} />}
        isEmpty={(rows) => !rows.some(({ symbol }) => INDICES.some(([each]) => each === symbol))}
        emptyText="No index levels available at this time."
      >
        {(rows) => (
          <div className={classes.indices}>
            {INDICES.map(([symbol, title]) => {
              const row = rows.find((each) => each.symbol === symbol);
              return row && <IndexCard key={symbol} title={title} row={row} />;
            })}
          </div>
        )}
      </QueryState>
      <Columns
        main={
          <>
            <QueryState query={trend} skeleton={<BlockSkeleton height={isPhone ? 778 : 673} />}>
              {(ticker) => <PriceChart ticker={ticker} title={`Market Trend: ${ticker.name}`} />}
            </QueryState>
            <MountWhenVisible waiting={<Leaders stocks={withoutData(stocks)} />}>
              <Leaders stocks={stocks} />
            </MountWhenVisible>
          </>
        }
        rail={
          <MountWhenVisible waiting={<BlockSkeleton height={SECTORS_HEIGHT} />}>
            <QueryState query={stocks} skeleton={<BlockSkeleton height={SECTORS_HEIGHT} />}>
              {(rows) => <SectorBars rows={rows} className={classes.last ?? ''} />}
            </QueryState>
            <LazyBoundary>
              <Movers className={classes.last ?? ''} />
            </LazyBoundary>
          </MountWhenVisible>
        }
      />
    </>
  );
}

function Leaders({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <Panel
      title="Market Leaders"
      className={classes.last}
      aside={<SampleBadge shown={stocks.data?.some(({ isSample }) => isSample) ?? false} />}
    >
      <QueryState query={stocks} skeleton={<TickerTableSkeleton rows={LEADER_COUNT} />}>
        {(rows) => (
          <TickerTable
            label="Market Leaders"
            // Short names, because the rail leaves little room.
            rows={largest(rows).map((row) => ({ ...row, name: shortName(row.name) }))}
            columns={LEADER_COLUMNS}
            initialSort={{ key: 'cap', dir: 'desc' }}
            emptyText="No stocks available at this time."
          />
        )}
      </QueryState>
    </Panel>
  );
}

/** The largest by one measure in one currency; unknown sizes come last. */
function largest(rows: readonly TickerRow[]): TickerRow[] {
  const measure = measureOf(rows);
  const weight = (row: TickerRow) => measure(row) ?? 0;
  return [...rows].sort((a, b) => weight(b) - weight(a)).slice(0, LEADER_COUNT);
}

/** An index with level, change and the line of the last seven days, live. */
function IndexCard({ title, row }: { title: string; row: TickerRow }) {
  const live = useQuote(row, ({ price, change24h, change7d }) => ({ price, change24h, change7d }));
  const flash = useFlash<HTMLSpanElement>(live.price);
  const { period } = useDayChange(row);
  return (
    <Link to={paths.ticker(row.symbol)} className={classes.index}>
      <h2>{title}</h2>
      <span className={`num ${classes.level}`} ref={flash}>
        {formatNumber(live.price)}
      </span>
      <span className={classes.move}>
        <span>
          <Change value={live.change24h} /> <small>{period}</small>
        </span>
        {row.spark && row.spark.length > 1 && (
          <span className={classes.week}>
            <small>7d</small>
            <Sparkline points={row.spark} change={row.change7d} width={128} height={26} />
          </span>
        )}
      </span>
    </Link>
  );
}
