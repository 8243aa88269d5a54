import { tickersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useUrlChange, useUrlChoice } from '~/hooks/useUrlChoice';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { AllTab } from './AllTab';
import classes from './CryptoTracker.module.css';
import { ranking } from './ranking';
import { TotalCards } from './TotalCards';

// Each tab is a separate chunk, because two of them include the chart.
const TrendingTab = retryingLazy(() => import('./TrendingTab'));
const DefiTab = retryingLazy(() => import('./DefiTab'));
const ComparisonTab = retryingLazy(() => import('./ComparisonTab'));

const TABS = [
  { value: 'all', label: 'All Cryptocurrencies' },
  { value: 'trending', label: 'Trending' },
  { value: 'defi', label: 'DeFi' },
  { value: 'comparison', label: 'Comparison' },
] as const;

/** CTRK-01, CTRK-02: totals of the crypto market, and four tabs with coins. */
export default function CryptoTrackerPage() {
  const [tab] = useUrlChoice('tab', ['all', 'trending', 'defi', 'comparison']);
  const change = useUrlChange('push');
  // URL parameters of one tab don't apply to another.
  const open = (next: string) =>
    change({ tab: next === 'all' ? '' : next, sort: '', dir: '', view: '', range: '' });
  const query = useQuery({ ...tickersQuery('crypto'), refetchInterval: 60_000 });
  return (
    <WideLayout isTall>
      <PageHead title="Crypto Tracker" text="Market cap, movers and all-time highs." />
      <QueryState query={query} skeleton={<BlockSkeleton height={640} />}>
        {(rows) => {
          const ranked = ranking(rows);
          return (
            <>
              <TotalCards rows={rows} />
              <div className={classes.tabs}>
                <TabSwitch label="Crypto tracker" tabs={TABS} value={tab} onChange={open} id="tracker" />
              </div>
              <div {...tabPanel('tracker', tab)} className={classes.page}>
                {tab === 'all' && <AllTab ranked={ranked} />}
                <LazyBoundary key={tab}>
                  {tab === 'trending' && <TrendingTab rows={rows} />}
                  {tab === 'defi' && <DefiTab ranked={ranked} />}
                  {tab === 'comparison' && <ComparisonTab ranked={ranked} />}
                </LazyBoundary>
              </div>
            </>
          );
        }}
      </QueryState>
    </WideLayout>
  );
}
