import { tickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChange, useUrlChoice } from '~/hooks/useUrlChoice';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { useBreadthFigures } from '~/widgets/useBreadthFigures';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { OverviewTab } from './OverviewTab';
import classes from './StockAnalysis.module.css';

const SectorTab = lazyPart(() => import('./lazyParts'), 'SectorTab');
const SectorTools = lazyPart(() => import('./lazyParts'), 'SectorTools');
const PerformersTab = lazyPart(() => import('./lazyParts'), 'PerformersTab');
const ComparisonTab = lazyPart(() => import('./lazyParts'), 'ComparisonTab');

const TABS = [
  { value: 'overview', label: 'Market Overview' },
  { value: 'sectors', label: 'Sector Analysis' },
  { value: 'performers', label: 'Top Performers' },
  { value: 'comparison', label: 'Stock Comparison' },
] as const;

/** STCK-01 to STCK-04: the stock analysis page, with a tab for each. */
export default function StockAnalysisPage() {
  const [tab] = useUrlChoice('tab', ['overview', 'sectors', 'performers', 'comparison']);
  const isPhone = useIsPhone();
  const change = useUrlChange('push');
  // URL parameters of one tab don't apply to another.
  const open = (next: string) =>
    change({ tab: next === 'overview' ? '' : next, sort: '', dir: '', sector: '', view: '' });
  const stocks = useQuery({ ...tickersQuery('stock'), refetchInterval: 60_000 });
  return (
    <WideLayout isTall>
      <Head rows={stocks.data ?? []} />
      <div className={classes.tabs}>
        <TabSwitch label="Stock analysis" tabs={TABS} value={tab} onChange={open} id="analysis" />
        {tab === 'sectors' && !isPhone && (
          <LazyBoundary silent>
            <SectorTools stocks={stocks.data ?? []} />
          </LazyBoundary>
        )}
      </div>
      <div {...tabPanel('analysis', tab)} className={classes.page}>
        {tab === 'overview' && <OverviewTab stocks={stocks} />}
        <LazyBoundary key={tab}>
          {tab === 'sectors' && <SectorTab stocks={stocks} />}
          {tab === 'performers' && <PerformersTab stocks={stocks} />}
          {tab === 'comparison' && <ComparisonTab stocks={stocks} />}
        </LazyBoundary>
      </div>
    </WideLayout>
  );
}

function Head({ rows }: { rows: readonly TickerRow[] }) {
  const { figures } = useBreadthFigures(rows);
  return (
    <PageHead
      title="Stock Analysis"
      text="Indices, sectors, the day's movers, and stocks side by side."
      figures={[{ label: 'Stocks', value: rows.length || '—' }, ...figures]}
    />
  );
}
