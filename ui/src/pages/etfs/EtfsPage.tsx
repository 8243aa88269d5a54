import { etfsQuery } from '~/api/queries';
import type { EtfRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Columns } from '~/components/Columns';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { BlockSkeleton } from '~/components/Skeletons';
import { inDisplayCurrency } from '~/market/displayCurrency';
import { formatMarketCap } from '~/market/format';
import { LatestNews } from '~/widgets/News/LatestNews';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { type Column, columns } from '~/widgets/TickerTable';
import { TickerListPanel } from '~/widgets/TickerTable/TickerListPanel';
import { useBreadthFigures } from '~/widgets/useBreadthFigures';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { EtfBasics } from './EtfBasics';
import { TrendingPanel } from './TrendingPanel';

const COLUMNS: readonly Column<EtfRow>[] = [
  columns.name,
  { ...columns.sector, title: 'Category', hideBelow: 2400, inCard: false },
  columns.sparkIfRoom,
  columns.price,
  columns.change24h,
  columns.change7d,
  { ...columns.sessionVolume, hideBelow: 2400, inCard: false },
  {
    key: 'aum',
    title: 'AUM',
    short: 'AUM',
    value: (row) => inDisplayCurrency(row, row.fund?.aum),
    render: (row) => formatMarketCap(row.fund?.aum, row),
    tip: 'Assets under management: the total value the fund holds',
    inCard: true,
  },
];

/** ETFS-01: the ETF overview. */
export default function EtfsPage() {
  const query = useQuery({ ...etfsQuery, refetchInterval: 60_000 });
  return (
    <WideLayout isTall>
      <Head rows={query.data ?? []} />
      <Columns
        main={
          <TickerListPanel
            title="All ETFs"
            query={query}
            columns={COLUMNS}
            initialSort={{ key: 'aum', dir: 'desc' }}
            emptyText="No ETFs available at this time."
            step={30}
          />
        }
        rail={
          <MountWhenVisible waiting={<BlockSkeleton height={1650} />}>
            <TrendingPanel />
            <LatestNews title="ETF News" tickerTypes="etf,none" />
            <EtfBasics />
          </MountWhenVisible>
        }
      />
    </WideLayout>
  );
}

function Head({ rows }: { rows: readonly EtfRow[] }) {
  const { figures } = useBreadthFigures(rows);
  return (
    <PageHead
      title="ETF Overview"
      text="Exchange-traded funds with their prices and the assets they manage."
      figures={[{ label: 'Funds', value: rows.length || '—' }, ...figures]}
    />
  );
}
