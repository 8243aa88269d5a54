import { holdingsQuery, watchlistsQuery } from '~/api/queries';
import type { Holdings, Watchlist } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useUrlText } from '~/hooks/useUrlChoice';
import type { HeldRow } from '~/market/holdings';
import { useHeldRows } from '~/widgets/useHeldRows';

/** What the page shows. */
export interface ShownHoldings {
  lists: readonly Watchlist[];
  /** The list in the URL (`?list=`); undefined for all lists. */
  list: Watchlist | undefined;
  setList: (id: string) => void;
  /** Undefined until it is loaded. */
  holdings: Holdings | undefined;
  /** One row per ticker; undefined until the list entries are loaded. */
  rows: readonly HeldRow[] | undefined;
  isError: boolean;
  refetch: () => void;
}

/** The holdings of the list in the URL, or of all lists. */
export function useHoldings(): ShownHoldings {
  const [wanted, setList] = useUrlText('list');
  const lists = useQuery(watchlistsQuery);
  const list = lists.data?.find(({ id }) => String(id) === wanted);
  const query = useQuery({
    ...holdingsQuery(list?.id),
    // A link to a list waits until its id is known to be valid.
    enabled: wanted === '' || !lists.isPending,
  });
  const holdings = query.data;
  const { rows, ...entries } = useHeldRows(holdings);
  return {
    lists: lists.data ?? [],
    list,
    setList,
    holdings,
    rows,
    isError: entries.isError || (query.isError && holdings === undefined),
    refetch: () => {
      void query.refetch();
      entries.refetch();
    },
  };
}
