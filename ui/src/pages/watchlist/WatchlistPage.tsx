import { useState } from 'react';
import { watchlistsQuery } from '~/api/queries';
import type { Watchlist } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { SelectField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { useUrlText } from '~/hooks/useUrlChoice';
import { listName, readOnlyListReason } from '~/market/lists';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { PartReadOnly, useHasPeople } from '~/widgets/useReadOnly';
import { WriteButton } from '~/widgets/WriteButton';
import { ListSummary } from './ListSummary';
import { LoadingPanel } from './LoadingPanel';
import { NameDialog } from './NameDialog';
import { NoLists } from './NoLists';
import type { Entries } from './parseEntries';
import { useListChanges } from './useWatchlistChanges';
import { WatchlistNames } from './WatchlistNames';
import classes from './WatchlistPage.module.css';
import { WatchlistPanel } from './WatchlistPanel';

const ImportDialog = lazyPart(() => import('./lazyParts'), 'ImportDialog');

/** The name of a list that is created for a file. */
const IMPORTED_NAME = 'Imported list';

/** WTCH-01: the watchlists, and the tickers of the selected one. */
export default function WatchlistPage() {
  // Another tab or device may have changed the lists.
  const query = useQuery(watchlistsQuery);
  const hasPeople = useHasPeople();
  const [wanted, setWanted] = useUrlText('list');
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  const { create: createNamed } = useListChanges();
  const [imported, setImported] = useState<{ listId: number; list: Entries }>();
  const importList = (list: Entries) =>
    createNamed.mutate(IMPORTED_NAME, { onSuccess: ({ id }) => setImported({ listId: id, list }) });
  const closeImport = () => setImported(undefined);
  const narrow = useIsNarrow();
  const lists = query.data ?? [];
  const selected = lists.find(({ id }) => String(id) === wanted) ?? lists[0];
  return (
    <div className="container">
      <PageHead
        title="My Watchlists"
        text={`Lists of tickers you choose, with your notes, their news and upcoming events. ${hasPeople ? 'Others see only the lists that you share.' : 'Everyone who uses this server shares them.'}`}
      />
      <QueryState query={query} skeleton={<LoadingPanel text="Loading watchlists..." />}>
        {() =>
          selected ? (
            <div className={classes.columns}>
              {narrow ? (
                <>
                  <ListChoice lists={lists} selected={selected} onSelect={setWanted} onCreate={create} />
                  <ListSummary listId={selected.id} hasToday={false} />
                </>
              ) : (
                <div className={classes.rail}>
                  <Names lists={lists} selected={selected} onSelect={setWanted} onCreate={create} />
                  <ListSummary listId={selected.id} />
                </div>
              )}
              <PartReadOnly value={readOnlyListReason(selected)}>
                <WatchlistPanel key={selected.id} list={selected} onDeleted={() => setWanted('')} />
              </PartReadOnly>
            </div>
          ) : (
            <NoLists onCreate={create} onImport={importList} />
          )
        }
      </QueryState>
      {creating && (
        <NameDialog onClose={() => setCreating(false)} onCreated={({ id }) => setWanted(String(id))} />
      )}
      {imported && (
        <LazyBoundary onFail={closeImport}>
          <ImportDialog {...imported} onClose={closeImport} />
        </LazyBoundary>
      )}
    </div>
  );
}

interface NamesProps {
  lists: readonly Watchlist[];
  selected: Watchlist;
  onSelect: (id: string) => void;
  onCreate: () => void;
}

function Names({ lists, selected, onSelect, onCreate }: NamesProps) {
  return (
    <Panel title="Watchlists" className={classes.names}>
      <WatchlistNames lists={lists} selected={selected.id} onSelect={(id) => onSelect(String(id))} />
      <WriteButton variant="default" fullWidth onClick={onCreate}>
        Create New Watchlist
      </WriteButton>
    </Panel>
  );
}

/** On narrow screens: one line with the list's name, which is also the panel's title. */
function ListChoice({ lists, selected, onSelect, onCreate }: NamesProps) {
  const choices = lists.map((list) => ({
    value: String(list.id),
    label: `${listName(list)} (${list.count})`,
  }));
  return (
    <div className={classes.choice}>
      <SelectField aria-label="Watchlist" choices={choices} value={String(selected.id)} onChange={onSelect} />
      <WriteButton variant="default" aria-label="Create New Watchlist" onClick={onCreate}>
        <Icon name="plus" size={18} />
      </WriteButton>
    </div>
  );
}
