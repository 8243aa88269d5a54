import { useState } from 'react';
import { ErrorState } from '~/components/ErrorState';
import { SelectField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart, retryingLazy } from '~/components/layer/retryingLazy';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { Panel } from '~/components/Panel';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { listChoices, readOnlyListReason } from '~/market/lists';
import { isWritable } from '~/market/sharing';
import { TickerTableSkeleton } from '~/widgets/TickerTable';
import { PartReadOnly } from '~/widgets/useReadOnly';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './HoldingsPage.module.css';
import { PositionsPanel } from './PositionsPanel';
import { SummaryPanel, SummarySkeleton } from './SummaryPanel';
import { useHoldings } from './useHoldings';

const HistoryPanel = retryingLazy(() => import('./HistoryPanel'));
const NoHoldings = retryingLazy(() => import('./NoHoldings'));
const ImportDialog = retryingLazy(() => import('~/widgets/HoldingsImport'));
const MoversPanel = lazyPart(() => import('./lazyParts'), 'MoversPanel');
const MapPanel = lazyPart(() => import('./lazyParts'), 'MapPanel');
const GroupsPanel = lazyPart(() => import('./lazyParts'), 'GroupsPanel');
const IncomePanel = lazyPart(() => import('./lazyParts'), 'IncomePanel');

/** Approximate heights of the panels below the fold, in px at the default font size. */
const HEIGHTS = { movers: 420, map: 480, groups: 420, income: 420 };

/** The holdings in one list or in all: value, gain, history, weights and expected income. */
export default function HoldingsPage() {
  const shown = useHoldings();
  const { lists, list, setList, holdings, rows } = shown;
  const [isImporting, setIsImporting] = useState(false);
  const openImport = () => setIsImporting(true);
  const writableLists = lists.filter(isWritable);
  const importsTo = list?.id ?? rows?.[0]?.entries[0]?.watchlistId;
  const isEmpty = holdings?.positions.length === 0;
  return (
    <div className="container">
      <header className={classes.head}>
        <h1 className="type-page">Holdings</h1>
        <div className={classes.controls}>
          {/* Shown before the lists are known, so that nothing moves. */}
          <SelectField
            aria-label="List"
            className={classes.lists ?? ''}
            choices={[{ value: '', label: 'All lists' }, ...listChoices(lists)]}
            value={list ? String(list.id) : ''}
            onChange={setList}
          />
          <WriteButton
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={openImport}
          >
            Import
          </WriteButton>
        </div>
      </header>
      {shown.isError ? (
        <Panel label="Holdings">
          <ErrorState text="Couldn't load your holdings." onRetry={shown.refetch} />
        </Panel>
      ) : isEmpty ? (
        <LazyBoundary placeholder={<EmptyPlaceholder />}>
          <NoHoldings list={list} onImport={openImport} />
        </LazyBoundary>
      ) : (
        <PartReadOnly value={list ? readOnlyListReason(list) : null}>
          <Parts shown={shown} key={list?.id} />
        </PartReadOnly>
      )}
      {isImporting && (
        <LazyBoundary onFail={() => setIsImporting(false)}>
          <ImportDialog
            lists={writableLists}
            listId={writableLists.find(({ id }) => id === importsTo)?.id}
            onClose={() => setIsImporting(false)}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

const EmptyPlaceholder = () => (
  <Panel label="Holdings">
    <BlockSkeleton height={320} />
  </Panel>
);

function Parts({ shown }: { shown: ReturnType<typeof useHoldings> }) {
  const { list, holdings, rows } = shown;
  const narrow = useIsNarrow();
  const isReady = holdings !== undefined && rows !== undefined;
  const history = (
    <div className={classes.history}>
      <LazyBoundary silent placeholder={<HistoryPlaceholder />}>
        {isReady ? <HistoryPanel listId={list?.id} /> : <HistoryPlaceholder />}
      </LazyBoundary>
    </div>
  );
  const positions = (
    <div className={classes.positions}>
      {isReady ? <PositionsPanel holdings={holdings} rows={rows} /> : <PositionsPlaceholder />}
    </div>
  );
  return (
    <div className={classes.parts}>
      <div className={classes.summary}>
        {isReady ? <SummaryPanel holdings={holdings} rows={rows} /> : <SummarySkeleton />}
      </div>
      {/* On a phone the own tickers come first. */}
      {narrow ? positions : history}
      {narrow ? history : positions}
      {isReady && (
        <>
          <Below className={classes.movers} height={HEIGHTS.movers}>
            <MoversPanel rows={rows} currency={holdings.currency} />
          </Below>
          <Below className={classes.map} height={HEIGHTS.map}>
            <MapPanel rows={rows} />
          </Below>
          <Below className={classes.groups} height={HEIGHTS.groups}>
            <GroupsPanel groups={holdings.groups} currency={holdings.currency} />
          </Below>
          <Below className={classes.income} height={HEIGHTS.income}>
            <IncomePanel listId={list?.id} />
          </Below>
        </>
      )}
    </div>
  );
}

const HistoryPlaceholder = () => (
  <Panel title="Value over time">
    <BlockSkeleton height={345} />
  </Panel>
);

const PositionsPlaceholder = () => (
  <Panel title="Positions">
    <TickerTableSkeleton rows={8} />
  </Panel>
);

interface BelowProps {
  className: string | undefined;
  height: number;
  children: React.ReactNode;
}

/** A panel below the fold, which loads shortly before it scrolls into view. */
function Below({ className, height, children }: BelowProps) {
  const placeholder = (
    <Panel label="Loading">
      <BlockSkeleton height={height} />
    </Panel>
  );
  return (
    <div className={className}>
      <MountWhenVisible waiting={placeholder}>
        <LazyBoundary silent placeholder={placeholder}>
          {children}
        </LazyBoundary>
      </MountWhenVisible>
    </div>
  );
}
