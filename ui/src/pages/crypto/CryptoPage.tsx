import { useQuery } from '@tanstack/react-query';
import { tickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { Columns } from '~/components/Columns';
import { LatestNews } from '~/widgets/News/LatestNews';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { columns } from '~/widgets/TickerTable';
import { TickerListPanel } from '~/widgets/TickerTable/TickerListPanel';
import { useBreadthFigures } from '~/widgets/useBreadthFigures';
import { CryptoBasics } from './CryptoBasics';
import { SentimentPanel } from './SentimentPanel';

const COLUMNS = [
  columns.name,
  columns.sparkIfRoom,
  columns.price,
  columns.change24h,
  columns.change7d,
  columns.marketCap,
  columns.dollarVolume,
];

/** CRYP-01. */
export default function CryptoPage() {
  const query = useQuery({ ...tickersQuery('crypto'), refetchInterval: 60_000 });
  return (
    <div className="container">
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
            <LatestNews title="Crypto News" about="crypto" />
            <CryptoBasics />
          </>
        }
      />
    </div>
  );
}

function Head({ rows }: { rows: readonly TickerRow[] }) {
  const { figures } = useBreadthFigures(rows);
  return (
    <PageHead
      title="Crypto Overview"
      text="Coins and tokens that trade around the clock, priced in US dollars."
      figures={[{ label: 'Currencies', value: rows.length || '—' }, ...figures]}
    />
  );
}
