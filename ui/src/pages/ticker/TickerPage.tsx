import { useDocumentTitle } from '@mantine/hooks';
import { Navigate, useParams } from 'react-router-dom';
import { isNotFound } from '~/api/client';
import { pollFasterWhileEmpty, tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart, retryingLazy } from '~/components/layer/retryingLazy';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { useIsPhone, useIsWider } from '~/hooks/useIsPhone';
import { useLiveStatus } from '~/live/useLiveStatus';
import { paths } from '~/paths';
import { PageError } from '~/widgets/PageError/PageError';
import { PriceChart } from '~/widgets/PriceChart';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { AlertPrompt } from './AlertPrompt';
import { BestTimePanel } from './BestTimePanel';
import { DividendPanel } from './DividendPanel';
import { FearGreedPanel } from './FearGreedPanel';
import { isAbroad, isConverted } from './foreign';
import { HistoryProgress } from './HistoryProgress';
import { ImportedNotice } from './ImportedNotice';
import { KeyStatistics } from './KeyStatistics';
import { Figures, QuoteHeader } from './QuoteHeader';
import { RelatedTickers } from './RelatedTickers';
import { SummaryPanel } from './SummaryPanel';
import classes from './TickerPage.module.css';
import { Outline, TickerSkeleton } from './TickerSkeleton';
import { usePriceProblem } from './usePriceProblem';

const MINUTE = 60_000;
/** How often the price is asked for while there is no live connection. */
const PRICE_POLL_MS = 15_000;
/** Stories at least, so that the news end level with what stands beside them. */
const FILLED: Partial<Record<string, number>> = { stock: 4, etf: 4, index: 8 };

/** Seen where no source answers: fetched then. */
const DistributionPanel = lazyPart(() => import('./lazyParts'), 'DistributionPanel');
const PriceProblem = lazyPart(() => import('./lazyParts'), 'PriceProblem');
/** Of another exchange or currency. */
const ForeignCards = lazyPart(() => import('./lazyParts'), 'ForeignCards');
const SourcePanel = lazyPart(() => import('./lazyParts'), 'SourcePanel');
/** Below the fold. */
const NewsPanel = retryingLazy(() => import('./NewsPanel'));
const TickerBelowFold = retryingLazy(() => import('./TickerBelowFold'));

type PolledTicker = Parameters<ReturnType<typeof pollFasterWhileEmpty>>[0] & {
  state: { data: TickerDetail | undefined };
};

/** /ticker/{symbol}. The price is live; ranges and averages are asked for again now and then. */
export default function TickerPage() {
  const { symbol = '' } = useParams();
  // Prices come over the live connection. Without one, as behind a proxy that lets none through, and for a ticker that the
  // server does not send live, they are asked for.
  const { state, refused } = useLiveStatus();
  const refetchInterval = (query: PolledTicker) => {
    const id = query.state.data?.id;
    const isLive = state === 'connected' && (id === undefined || !refused.has(id));
    return pollFasterWhileEmpty(isLive ? 5 * MINUTE : PRICE_POLL_MS)(query);
  };
  const query = useQuery({ ...tickerQuery(symbol), staleTime: MINUTE, refetchInterval });
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
  const { trouble, unpriced } = usePriceProblem(ticker);
  return (
    <WideLayout className={classes.page} isTall={!unpriced}>
      <QuoteHeader ticker={ticker} />
      {trouble && (
        <LazyBoundary silent>
          <PriceProblem ticker={ticker} trouble={trouble} unpriced={unpriced} />
        </LazyBoundary>
      )}
      <HistoryProgress ticker={ticker} />
      {ticker.imported && <ImportedNotice imported={ticker.imported} />}
      {unpriced ? <UnpricedTicker ticker={ticker} /> : <Panels ticker={ticker} />}
    </WideLayout>
  );
}

const paysOutOf = ({ type }: TickerDetail) => ['stock', 'etf', 'fund'].includes(type);

/** What says something about a ticker without a price of it. */
function UnpricedTicker({ ticker }: { ticker: TickerDetail }) {
  return (
    <>
      {paysOutOf(ticker) && <DividendPanel ticker={ticker} />}
      <LazyBoundary>
        <NewsPanel ticker={ticker} room={5} filled={0} />
      </LazyBoundary>
      <div className={classes.wide}>
        <RelatedTickers ticker={ticker} />
      </div>
    </>
  );
}

function Panels({ ticker }: { ticker: TickerDetail }) {
  const isPhone = useIsPhone();
  const paysOut = paysOutOf(ticker);
  // Three columns: what stands beside the chart is as long as chart, figures and dividends. Who pays none has its relatives there.
  const isWider = useIsWider();
  const relatedAbove = isWider && !paysOut;
  const foreign = isAbroad(ticker) || isConverted(ticker);
  const sentimentAbove = relatedAbove || (paysOut && !foreign);
  // Beside the dividends where there are some and no cards of a foreign share, else beside the news: the columns end level.
  // No index of shares or coins says anything about a rate between two currencies.
  const sentiment = ticker.type !== 'currency' && <FearGreedPanel />;
  // The figures of a mutual fund and of a currency are fewer.
  const alertAbove = relatedAbove || (ticker.type !== 'fund' && ticker.type !== 'currency');
  return (
    <div className={classes.panels}>
      <div className={classes.pair}>
        <div className={classes.main}>
          <div className={classes.chart}>
            <PriceChart ticker={ticker} />
          </div>
          {isPhone && (
            <div className={classes.figures}>
              <Figures ticker={ticker} />
            </div>
          )}
          <KeyStatistics ticker={ticker} />
          <MountWhenVisible waiting={null}>
            {foreign && (
              <LazyBoundary silent>
                <SourcePanel ticker={ticker} />
              </LazyBoundary>
            )}
            {ticker.type === 'etf' && (
              <LazyBoundary silent>
                <DistributionPanel ticker={ticker} />
              </LazyBoundary>
            )}
            {paysOut && <DividendPanel ticker={ticker} />}
            {relatedAbove && (
              <div className={classes.wide}>
                <RelatedTickers ticker={ticker} />
              </div>
            )}
          </MountWhenVisible>
        </div>
        <div className={classes.rail}>
          <MountWhenVisible waiting={<Outline of="rail" />}>
            {foreign && (
              <LazyBoundary silent>
                <ForeignCards ticker={ticker} />
              </LazyBoundary>
            )}
            <SummaryPanel ticker={ticker} />
            <BestTimePanel ticker={ticker} />
            {sentimentAbove && sentiment}
            {alertAbove && <AlertPrompt ticker={ticker} />}
          </MountWhenVisible>
        </div>
      </div>
      <MountWhenVisible waiting={<Outline of="rest" />} className={classes.later}>
        <LazyBoundary waiting={<BelowFoldSkeleton />}>
          <TickerBelowFold
            {...{ ticker, relatedAbove, sentimentAbove, alertAbove }}
            filled={relatedAbove ? 10 : (!foreign && !isWider && FILLED[ticker.type]) || (isWider ? 7 : 8)}
          />
        </LazyBoundary>
      </MountWhenVisible>
    </div>
  );
}

const BelowFoldSkeleton = () => (
  <div className={classes.later}>
    <Outline of="rest" />
  </div>
);
