import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { isNotFound } from '~/api/client';
import { tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { paths } from '~/paths';
import { PageError } from '~/widgets/PageError/PageError';
import { PriceChart } from '~/widgets/PriceChart';
import { AlertCall } from './AlertCall';
import { BestTimePanel } from './BestTimePanel';
import { DistributionPanel } from './DistributionPanel';
import { DividendPanel } from './DividendPanel';
import { FearGreedPanel } from './FearGreedPanel';
import { HistoryProgress } from './HistoryProgress';
import { ImportedNotice } from './ImportedNotice';
import { KeyStatistics } from './KeyStatistics';
import { NewsPanel } from './NewsPanel';
import { QuoteHeader } from './QuoteHeader';
import { RelatedTickers } from './RelatedTickers';
import { SummaryPanel } from './SummaryPanel';
import classes from './TickerPage.module.css';
import { TickerSkeleton } from './TickerSkeleton';

const MINUTE = 60_000;
/** Stories at least, so that the news end level with what stands beside them. */
const FILLED: Partial<Record<string, number>> = { stock: 3, etf: 3, index: 5 };

/** /ticker/{symbol}. The price is live; ranges and averages are asked for again now and then. */
export default function TickerPage() {
  const { symbol = '' } = useParams();
  const query = useQuery({ ...tickerQuery(symbol), staleTime: MINUTE, refetchInterval: 5 * MINUTE });
  // TICK-01. Only the server's word that there is no such ticker leads away: any other failure may pass.
  if (query.isPending) return <TickerSkeleton />;
  if (query.data) return <Loaded key={query.data.id} ticker={query.data} />;
  if (isNotFound(query.error)) return <Navigate to={paths.notFound} replace state={{ looked: symbol }} />;
  if (query.isError) return <PageError error={query.error} onRetry={() => query.refetch()} />;
  return (
    <div className="container">
      <h1 className={classes.missing}>Ticker not found</h1>
      <EmptyState text="Please try searching for another ticker" />
    </div>
  );
}

function Loaded({ ticker }: { ticker: TickerDetail }) {
  useDocumentTitle(`${ticker.name} (${ticker.symbol}) · Marketdeck`);
  const paysOut = ['stock', 'etf', 'fund'].includes(ticker.type);
  // Beside the dividends where there are some, else beside the news: the columns end level.
  const sentimentAndAlert = (
    <>
      {/* No index of shares or coins says anything about a rate between two currencies. */}
      {ticker.type !== 'currency' && <FearGreedPanel />}
      <AlertCall ticker={ticker} />
    </>
  );
  return (
    <div className={`container ${classes.page}`}>
      <QuoteHeader ticker={ticker} />
      <HistoryProgress ticker={ticker} />
      {ticker.imported && <ImportedNotice imported={ticker.imported} />}
      <div className={classes.pair}>
        <div className={classes.main}>
          <div className={classes.chart}>
            <PriceChart ticker={ticker} />
          </div>
          <KeyStatistics ticker={ticker} />
          {ticker.type === 'etf' && <DistributionPanel ticker={ticker} />}
          {paysOut && <DividendPanel ticker={ticker} />}
        </div>
        <div className={classes.rail}>
          <SummaryPanel ticker={ticker} />
          <BestTimePanel ticker={ticker} />
          {paysOut && sentimentAndAlert}
        </div>
      </div>
      <div className={classes.pair}>
        <div className={classes.main}>
          <NewsPanel ticker={ticker} room={paysOut ? 5 : 8} filled={FILLED[ticker.type] ?? 8} />
        </div>
        <div className={classes.rail}>
          {!paysOut && sentimentAndAlert}
          <RelatedTickers ticker={ticker} />
        </div>
      </div>
    </div>
  );
}
