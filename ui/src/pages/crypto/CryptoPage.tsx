import { tickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Columns } from '~/components/Columns';
import { LatestNews } from '~/widgets/News/LatestNews';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { type Column, columns } from '~/widgets/TickerTable';
import { TickerListPanel } from '~/widgets/TickerTable/TickerListPanel';
import { useBreadthFigures } from '~/widgets/useBreadthFigures';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { CryptoBasics } from './CryptoBasics';
import { SentimentPanel } from './SentimentPanel';

/** Shown where there is room. */
const CATEGORY: Column = { ...columns.sector, title: 'Category', hideBelow: 2400, inCard: false };
const COLUMNS: readonly Column[] = [
  columns.name,
  CATEGORY,
  columns.sparkIfRoom,
  columns.price,
  columns.change24h,
  columns.change7d,
  columns.marketCap,
  columns.tradedValue,
];

/** CRYP-01: all coins with their prices, crypto news and market sentiment. */
export default function CryptoPage() {
  const query = useQuery({ ...tickersQuery('crypto'), refetchInterval: 60_000 });
  return (
    <WideLayout isTall>
      <Head rows={query.data ?? []} />
      <Columns
        main={
          <TickerListPanel
            title="All Cryptocurrencies"
            query={query}
            columns={COLUMNS}
            initialSort={{ key: 'cap', dir: 'desc' }}
            emptyText="No cryptocurrencies available at this time."
            step={25}
          />
        }
        rail={
          <>
            <SentimentPanel />
            <LatestNews title="Crypto News" tickerTypes="crypto" />
            <CryptoBasics />
          </>
        }
      />
    </WideLayout>
  );
}

function Head({ rows }: { rows: readonly TickerRow[] }) {
  const { figures } = useBreadthFigures(rows);
  return (
    <PageHead
      title="Crypto Overview"
      text="Coins and tokens that trade around the clock, each priced in its own currency."
      figures={[{ label: 'Currencies', value: rows.length || '—' }, ...figures]}
    />
  );
}
