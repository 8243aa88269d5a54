import { useState } from 'react';
import { watchlistTickersQuery } from '~/api/queries';
import type { Watchlist, WatchlistEntry } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { ActionRow } from '~/components/PanelActions';
import { QueryState } from '~/components/QueryState';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { useQuotes } from '~/live/useQuotes';
import { breadth } from '~/market/breadth';
import { listName } from '~/market/lists';
import { isWritable } from '~/market/sharing';
import { Change } from '~/widgets/Change';
import { LittleWindowButton } from '~/widgets/LittleWindow';
import { WriteButton } from '~/widgets/WriteButton';
import { AddTickerDialog } from './AddTickerDialog';
import { ListActions } from './ListActions';
import { LoadingPanel } from './LoadingPanel';
import { NameDialog } from './NameDialog';
import { Suggestions } from './Suggestions';
import classes from './WatchlistPage.module.css';
import { WatchTable } from './WatchTable';

/** Below the list, so it may load later. */
const ListEvents = retryingLazy(() => import('./ListEvents'));

/** WTCH-01: a list with its name, actions and tickers. */
export function WatchlistPanel({ list, onDeleted }: { list: Watchlist; onDeleted: () => void }) {
  const query = useQuery(watchlistTickersQuery(list.id));
  const [dialog, setDialog] = useState<'add' | 'rename' | null>(null);
  const close = () => setDialog(null);
  // On wide screens the summary panel shows this.
  const narrow = useIsNarrow();
  const entries = query.data?.tickers ?? [];
  const name = listName(list);
  const canAdd = isWritable(list);
  return (
    <div className={classes.main}>
      <Panel label={name} className={classes.list}>
        <ActionRow
          className={classes.head}
          controls={
            <>
              <h2 className={classes.title}>{name}</h2>
              <div className={classes.tools}>
                {canAdd && (
                  <WriteButton
                    variant={query.data && entries.length === 0 ? 'default' : 'filled'}
                    leftSection={<Icon name="plus" size={16} />}
                    onClick={() => setDialog('add')}
                  >
                    Add Ticker
                  </WriteButton>
                )}
                <LittleWindowButton listId={list.id} />
                <ListActions list={list} onRename={() => setDialog('rename')} onDeleted={onDeleted} />
              </div>
            </>
          }
        >
          <QueryState query={query} skeleton={<LoadingPanel text="Loading tickers..." />}>
            {({ tickers }) =>
              tickers.length === 0 && !canAdd ? (
                <EmptyState text="No tickers in this watchlist" icon="star" />
              ) : tickers.length === 0 ? (
                <>
                  <EmptyState
                    text="No tickers in this watchlist"
                    icon="star"
                    hint="Add some here, or press the star next to any ticker."
                  >
                    <WriteButton onClick={() => setDialog('add')}>Add Tickers</WriteButton>
                  </EmptyState>
                  <Suggestions listId={list.id} />
                </>
              ) : (
                <>
                  {narrow && <Moves entries={tickers} />}
                  <WatchTable listId={list.id} label={name} entries={tickers} />
                </>
              )
            }
          </QueryState>
        </ActionRow>
        {dialog === 'add' && <AddTickerDialog listId={list.id} entries={entries} onClose={close} />}
        {dialog === 'rename' && <NameDialog list={list} onClose={close} />}
      </Panel>
      {entries.length > 0 && (
        <LazyBoundary silent>
          <ListEvents entries={entries} />
        </LazyBoundary>
      )}
    </div>
  );
}

/** Today's summary of the list in one line. */
function Moves({ entries }: { entries: readonly WatchlistEntry[] }) {
  const { advancing, declining, biggest } = breadth(useQuotes(entries));
  return (
    <p className={`num ${classes.moves}`}>
      <Change value={1} text={`${advancing} up`} />
      <Change value={-1} text={`${declining} down`} />
      {biggest && (
        <span>
          Biggest move, 24h: {biggest.symbol} <Change value={biggest.change24h} />
        </span>
      )}
    </p>
  );
}
