import { watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useIsWide } from '~/hooks/useIsPhone';
import { useHomeList } from '~/state/homeList';
import { NextEvents } from '~/widgets/NextEvents/NextEvents';
import classes from './Dashboard.module.css';
import { MyWatchlist } from './MyWatchlist';
import { NearestAlerts } from './NearestAlerts';

/** What a person keeps: a list, what comes for its tickers, and the alerts that are nearest. */
export default function Dashboard() {
  // A wide window has the list at its side.
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
        <NextEvents entries={entries ?? []} />
        <NearestAlerts />
      </div>
    </div>
  );
}
