import { watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useIsWide } from '~/hooks/useIsPhone';
import { useHomeList } from '~/state/homeList';
import { NextEvents } from '~/widgets/NextEvents/NextEvents';
import classes from './Dashboard.module.css';
import { HoldingsRow } from './HoldingsRow';
import { MyWatchlist } from './MyWatchlist';
import { NearestAlerts } from './NearestAlerts';

/** The user's dashboard: a watchlist, upcoming events of its tickers, and the nearest alerts. */
export default function Dashboard() {
  // On a wide window the list is in the side column.
  const isWide = useIsWide();
  const { data: lists, isPending } = useQuery(watchlistsQuery);
  const list = useHomeList(lists);
  const contents = useQuery({ ...watchlistTickersQuery(list?.id ?? 0), enabled: list !== undefined });
  const entries = contents.data?.tickers;
  return (
    <div className={classes.deck}>
      {!isWide && (
        <MyWatchlist name={list?.name} entries={entries} isLoading={isPending || contents.isLoading} />
      )}
      <div className={classes.rail}>
        <HoldingsRow />
        <NextEvents entries={entries ?? []} />
        <NearestAlerts />
      </div>
    </div>
  );
}
