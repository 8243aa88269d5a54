import { useDocumentTitle } from '@mantine/hooks';
import { Navigate, useParams } from 'react-router-dom';
import { isNotFound } from '~/api/client';
import { heldOfQuery, pollFasterWhileEmpty, tickerQuery } from '~/api/queries';
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
import { PriceChart } from '~/widgets/PriceChart/PriceChart';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { AlertPrompt } from './AlertPrompt';
import { BestTimePanel } from './BestTimePanel';
import { isAbroad, isConverted } from './foreign';
import { HistoryProgress } from './HistoryProgress';
import { KeyStatistics } from './KeyStatistics';
import { Figures, QuoteHeader } from './QuoteHeader';
import { RailSwitch } from './RailSwitch';
import { SummaryPanel } from './SummaryPanel';
import classes from './TickerPage.module.css';
import { Outline, type Parts, TickerSkeleton } from './TickerSkeleton';
import { usePriceProblem } from './usePriceProblem';
import { useRail } from './useRail';

const MINUTE = 60_000;
/** Polling interval of the price without a live connection. */
const PRICE_POLL_MS = 15_000;
/** Minimum number of articles by ticker type, so that the news column is as tall as the one next to it. */
const FILLED: Partial<Record<string, number>> = { stock: 4, etf: 4, index: 8 };

/** Rarely needed, so loaded on demand. */
const Notices = lazyPart(() => import('./lazyParts'), 'Notices');
const DistributionPanel = lazyPart(() => import('./lazyParts'), 'DistributionPanel');
/** For foreign exchanges or currencies. */
const ForeignCards = lazyPart(() => import('./lazyParts'), 'ForeignCards');
const SourcePanel = lazyPart(() => import('./lazyParts'), 'SourcePanel');
const WhyItMoves = retryingLazy(() => import('./WhyItMoves'));
/** The panels below the fold. */
const FearGreedPanel = lazyPart(() => import('./FearGreedPanel'), 'FearGreedPanel');
const DividendPanel = lazyPart(() => import('./DividendPanel'), 'DividendPanel');
const RelatedTickers = lazyPart(() => import('./RelatedTickers'), 'RelatedTickers');
const UnpricedTicker = retryingLazy(() => import('./UnpricedTicker'));
const TickerBelowFold = retryingLazy(() => import('./TickerBelowFold'));
const CompanyReports = retryingLazy(() => import('./CompanyReports'));

type PolledTicker = Parameters<ReturnType<typeof pollFasterWhileEmpty>>[0] & {
  state: { data: TickerDetail | undefined };
};

/** The page /ticker/{symbol}. The price is live; ranges and averages are refetched periodically. */
export default function TickerPage() {
  const { symbol = '' } = useParams();
  // Prices arrive over the live connection. Without one (a proxy may block WebSockets), and for tickers the server
  // doesn't send live, they are polled.
  const { state, rejected } = useLiveStatus();
  const refetchInterval = (query: PolledTicker) => {
    const id = query.state.data?.id;
    const isLive = state === 'connected' && (id === undefined || !rejected.has(id));
    return pollFasterWhileEmpty(isLive ? 5 * MINUTE : PRICE_POLL_MS)(query);
  };
  const query = useQuery({ ...tickerQuery(symbol), staleTime: MINUTE, refetchInterval });
  // TICK-01. Only the server's 'not found' leads to the search; any other failure may be temporary.
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
  const positions = useQuery(heldOfQuery(ticker.symbol)).data?.positions ?? [];
  const { disagreements, imported } = ticker;
  const hasNotices = trouble || imported || disagreements.length + positions.length > 0;
  return (
    <WideLayout className={classes.page} isTall={!unpriced} hasNews={unpriced}>
      <QuoteHeader ticker={ticker} />
      {hasNotices && (
        <LazyBoundary silent>
          <Notices ticker={ticker} positions={positions} trouble={trouble} unpriced={unpriced} />
        </LazyBoundary>
      )}
      <HistoryProgress ticker={ticker} />
      {unpriced ? (
        <LazyBoundary>
          <UnpricedTicker ticker={ticker} paysOut={paysOutOf(ticker)} />
        </LazyBoundary>
      ) : (
        <Panels ticker={ticker} />
      )}
    </WideLayout>
  );
}

const paysOutOf = ({ type }: TickerDetail) => ['stock', 'etf', 'fund'].includes(type);

function Panels({ ticker }: { ticker: TickerDetail }) {
  const isPhone = useIsPhone();
  const [rail] = useRail();
  const paysOut = paysOutOf(ticker);
  // Three columns of equal length: next to the chart are the rail and, for tickers without dividends, related tickers.
  const isWider = useIsWider();
  const relatedAbove = isWider && !paysOut;
  const foreign = isAbroad(ticker) || isConverted(ticker);
  const sentimentAbove = relatedAbove || (paysOut && !foreign);
  // Fear and greed goes next to the dividends, or next to the news if there are none or there are cards of a foreign
  // stock, so that the columns end level. Currencies don't show it: stock and crypto sentiment doesn't apply to them.
  const hasSentiment = sentimentAbove && ticker.type !== 'currency';
  // Mutual funds and currencies have fewer statistics.
  const alertAbove = relatedAbove || (ticker.type !== 'fund' && ticker.type !== 'currency');
  return (
    <div className={classes.panels} data-rail={rail}>
      <div className={classes.pair}>
        <div className={classes.main}>
          <div className={classes.chart}>
            <PriceChart ticker={ticker} />
            <RailSwitch />
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
            {paysOut && (
              <LazyBoundary silent>
                <DividendPanel ticker={ticker} />
              </LazyBoundary>
            )}
            {relatedAbove && (
              <div className={classes.wide}>
                <LazyBoundary silent>
                  <RelatedTickers ticker={ticker} />
                </LazyBoundary>
              </div>
            )}
          </MountWhenVisible>
        </div>
        <div className={classes.rail}>
          <MountWhenVisible
            waiting={<Outline of={isPhone ? 'verdict' : 'rail'} />}
            className={isPhone ? classes.summary : undefined}
          >
            {foreign && (
              <LazyBoundary silent>
                <ForeignCards ticker={ticker} />
              </LazyBoundary>
            )}
            {ticker.type !== 'currency' && (
              <LazyBoundary placeholder={<Waiting of="why" className={classes.why} />}>
                <WhyItMoves ticker={ticker} />
              </LazyBoundary>
            )}
            <SummaryPanel ticker={ticker} />
            <BestTimePanel ticker={ticker} />
            {hasSentiment && (
              <MountWhenVisible waiting={<Outline of="sentiment" />} className={classes.fearGreed}>
                <LazyBoundary placeholder={<Waiting of="sentiment" className={classes.fearGreed} />}>
                  <FearGreedPanel />
                </LazyBoundary>
              </MountWhenVisible>
            )}
            {alertAbove && <AlertPrompt ticker={ticker} />}
          </MountWhenVisible>
        </div>
      </div>
      {ticker.type === 'stock' && (
        <MountWhenVisible waiting={<Outline of="reports" />} className={classes.waitingReports}>
          <LazyBoundary placeholder={<Waiting of="reports" className={classes.waitingReports} />}>
            <CompanyReports ticker={ticker} />
          </LazyBoundary>
        </MountWhenVisible>
      )}
      <MountWhenVisible waiting={<Outline of="below" />} className={classes.later}>
        <LazyBoundary placeholder={<Waiting of="below" className={classes.later} />}>
          <TickerBelowFold
            {...{ ticker, relatedAbove, sentimentAbove, alertAbove }}
            filled={relatedAbove ? 10 : (!foreign && !isWider && FILLED[ticker.type]) || (isWider ? 7 : 8)}
          />
        </LazyBoundary>
      </MountWhenVisible>
    </div>
  );
}

/** The placeholder of a part whose code is loading, in the same place as the part. */
const Waiting = ({ of, className }: { of: Parts; className: string | undefined }) => (
  <div className={className}>
    <Outline of={of} />
  </div>
);
