import type { ReactNode } from 'react';
import { holdingsQuery, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { Watchlist } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { RowSkeletons } from '~/components/Skeletons';
import { useHomeList } from '~/state/homeList';
import { NextEvents } from '~/widgets/NextEvents/NextEvents';
import { HoldingsRow } from './HoldingsRow';
import { MyWatchlist } from './MyWatchlist';
import { NearestAlerts } from './NearestAlerts';
import classes from './OwnPanels.module.css';

/** Number of events with a holdings panel above them, and without one. */
const [EVENTS, MORE_EVENTS] = [3, 5];

/** The user's own part of the dashboard: holdings, a watchlist, its next events, and the nearest alerts. `children` are below the list. */
export default function OwnPanels({ children }: { children?: ReactNode }) {
  const { data: lists, isPending } = useQuery(watchlistsQuery);
  const { data: holdings, isPending: isHeldPending } = useQuery(holdingsQuery());
  const list = useHomeList(lists);
  // The panels and the length of the list determine the position of everything below.
  if (isPending || isHeldPending) return <Waiting />;
  return (
    <Loaded list={list} isHeld={!!holdings?.positions.length}>
      {children}
    </Loaded>
  );
}

function Waiting() {
  return (
    <div className={classes.waiting} data-pending>
      <Panel label="My watchlist">
        <RowSkeletons rows={10} height={40} />
      </Panel>
    </div>
  );
}

interface LoadedProps {
  list: Watchlist | undefined;
  isHeld: boolean;
  children: ReactNode;
}

function Loaded({ list, isHeld, children }: LoadedProps) {
  const contents = useQuery({ ...watchlistTickersQuery(list?.id ?? 0), enabled: list !== undefined });
  return (
    <div className={classes.own}>
      {isHeld && (
        <div className={classes.held}>
          <HoldingsRow />
        </div>
      )}
      <div className={classes.list}>
        <MyWatchlist list={list} entries={contents.data?.tickers} isLoading={contents.isLoading} />
      </div>
      {children}
      <div className={classes.rail}>
        <NextEvents
          entries={list ? contents.data?.tickers : []}
          maxEvents={isHeld ? EVENTS : MORE_EVENTS}
          dense
        />
        <NearestAlerts />
      </div>
    </div>
  );
}
