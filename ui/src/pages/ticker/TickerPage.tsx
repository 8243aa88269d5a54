import { useDocumentTitle } from '@mantine/hooks';
import { Navigate, useParams } from 'react-router-dom';
import { isNotFound } from '~/api/client';
import { holdingsOfTickerQuery, pollFasterWhileEmpty, tickerQuery } from '~/api/queries';
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
import { Outline, type PagePart, TickerSkeleton } from './TickerSkeleton';
import { usePriceProblem } from './usePriceProblem';
import { useRail } from './useRail';

const MINUTE = 60_000;
/** Polling interval of the price without a live connection. */
const PRICE_POLL_MS = 15_000;
/** Minimum number of articles by ticker type, so that the news column is as tall as the one next to it. */
const MIN_ARTICLES: Partial<Record<string, number>> = { stock: 4, etf: 4, index: 8 };

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
  if (query.isPending) return <TickerSkeleton />;
  if (query.data) return <Loaded key={query.data.id} ticker={query.data} />;
  // TICK-01: only a 404 opens the not-found page, which looks the symbol up; other failures may be temporary.
  if (isNotFound(query.error)) return <Navigate to={paths.notFound} replace state={{ looked: symbol }} />;
  if (query.isError) return <PageError error={query.error} onRetry={() => query.refetch()} />;
  return (
    <div className="container">
      <h1 className={classes.missing}>Ticker not found</h1>
      <EmptyState text="Please try searching for another ticker" />
    </div>
  );
}

/** The page once the ticker's data is loaded. */
function Loaded({ ticker }: { ticker: TickerDetail }) {
  useDocumentTitle(`${ticker.name} (${ticker.symbol}) · Marketdeck`);
  const { trouble, unpriced } = usePriceProblem(ticker);
  const positions = useQuery(holdingsOfTickerQuery(ticker.symbol)).data?.positions ?? [];
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
          <UnpricedTicker ticker={ticker} paysDividends={canPayDividends(ticker)} />
        </LazyBoundary>
      ) : (
        <Panels ticker={ticker} />
      )}
    </WideLayout>
  );
}

const canPayDividends = ({ type }: TickerDetail) => ['stock', 'etf', 'fund'].includes(type);

function Panels({ ticker }: { ticker: TickerDetail }) {
  const isPhone = useIsPhone();
  const [rail] = useRail();
  const paysDividends = canPayDividends(ticker);
  // Panels are placed so that columns next to each other end at about the same height. Those that aren't 'above' are
  // in `TickerBelowFold`. In the three-column layout, related tickers take the place of the missing dividends.
  const isWider = useIsWider();
  const relatedAbove = isWider && !paysDividends;
  const foreign = isAbroad(ticker) || isConverted(ticker);
  const sentimentAbove = relatedAbove || (paysDividends && !foreign);
  // Fear and greed is next to the dividends. Without dividends, or if the cards for a foreign stock fill the rail, it is
  // next to the news. Currencies don't show it: stock and crypto sentiment doesn't apply to them.
  const showsSentiment = sentimentAbove && ticker.type !== 'currency';
  // Mutual funds and currencies have too few statistics for the prompt to fit next to them.
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
            {paysDividends && (
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
            waiting={<Outline part={isPhone ? 'verdict' : 'rail'} />}
            className={isPhone ? classes.summary : undefined}
          >
            {foreign && (
              <LazyBoundary silent>
                <ForeignCards ticker={ticker} />
              </LazyBoundary>
            )}
            {ticker.type !== 'currency' && (
              <LazyBoundary placeholder={<PartPlaceholder part="why" className={classes.why} />}>
                <WhyItMoves ticker={ticker} />
              </LazyBoundary>
            )}
            <SummaryPanel ticker={ticker} />
            <BestTimePanel ticker={ticker} />
            {showsSentiment && (
              <MountWhenVisible waiting={<Outline part="sentiment" />} className={classes.fearGreed}>
                <LazyBoundary
                  placeholder={<PartPlaceholder part="sentiment" className={classes.fearGreed} />}
                >
                  <FearGreedPanel />
                </LazyBoundary>
              </MountWhenVisible>
            )}
            {alertAbove && <AlertPrompt ticker={ticker} />}
          </MountWhenVisible>
        </div>
      </div>
      {ticker.type === 'stock' && (
        <MountWhenVisible waiting={<Outline part="reports" />} className={classes.waitingReports}>
          <LazyBoundary placeholder={<PartPlaceholder part="reports" className={classes.waitingReports} />}>
            <CompanyReports ticker={ticker} />
          </LazyBoundary>
        </MountWhenVisible>
      )}
      <MountWhenVisible waiting={<Outline part="below" />} className={classes.waitingBelow}>
        <LazyBoundary placeholder={<PartPlaceholder part="below" className={classes.waitingBelow} />}>
          <TickerBelowFold
            {...{ ticker, relatedAbove, sentimentAbove, alertAbove }}
            minArticles={
              relatedAbove ? 10 : (!foreign && !isWider && MIN_ARTICLES[ticker.type]) || (isWider ? 7 : 8)
            }
          />
        </LazyBoundary>
      </MountWhenVisible>
    </div>
  );
}

/** The placeholder of a part while its code is loading, in the same place as the part. */
const PartPlaceholder = ({ part, className }: { part: PagePart; className: string | undefined }) => (
  <div className={className}>
    <Outline part={part} />
  </div>
);
