import { Link } from 'react-router-dom';
import { newsQuery, trendingQuery, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { TickerRow, Watchlist } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { rootRem } from '~/hooks/useSizeInRem';
import { paths } from '~/paths';
import { useHomeList } from '~/state/homeList';
import { StoryLines } from '~/widgets/StoryLines';
import { TickerRows } from '~/widgets/TickerTable';
import classes from './WideLayout.module.css';

const TICKERS = 8;
/** Stories at most beside a short page, and at least where the window is low. */
const [STORIES, LEAST] = [6, 2];
/** In rem: what else the column has in a window, a row of the list, and a story on two lines. */
const [REST, ROW, STORY] = [20, 4.35, 4.25];

/** As many as the window has room for: none is cut off. */
const storiesBeside = (rows: number) =>
  Math.max(LEAST, Math.floor((window.innerHeight / rootRem() - REST - rows * ROW) / STORY));

/** A person's list, or what trends while it is empty, and the latest stories. */
export default function SideColumn({ isTall }: { isTall: boolean }) {
  const { data: lists, isPending } = useQuery(watchlistsQuery);
  const list = useHomeList(lists);
  const contents = useQuery({ ...watchlistTickersQuery(list?.id ?? 0), enabled: list !== undefined });
  const trending = useQuery(trendingQuery);
  // Its length is known by then: the stories below it would move.
  if (isPending || (list && contents.isPending) || trending.isPending) return null;
  const own: readonly TickerRow[] = contents.data?.tickers ?? [];
  const rows = (own.length > 0 ? own : (trending.data ?? [])).slice(0, TICKERS);
  return (
    <section className={classes.column} aria-label="My list and news">
      <List list={own.length > 0 ? list : undefined} rows={rows} />
      <News count={Math.min(storiesBeside(rows.length), isTall ? Number.POSITIVE_INFINITY : STORIES)} />
    </section>
  );
}

/** `list` is the person's own that the rows are of. */
function List({ list, rows }: { list: Watchlist | undefined; rows: readonly TickerRow[] }) {
  const title = list ? list.name : 'Trending now';
  return (
    <Panel
      title={title}
      aside={
        <Link to={paths.watchlist} className={classes.open}>
          {list ? 'Open' : 'Create a list'} <Icon name="right" size={14} />
        </Link>
      }
    >
      <TickerRows label={`${title}, at the side`} rows={rows} />
    </Panel>
  );
}

function News({ count }: { count: number }) {
  const { data: stories = [] } = useQuery(newsQuery);
  return (
    <Panel
      title="News"
      aside={
        <Link to={paths.news} className={classes.open}>
          All news <Icon name="right" size={14} />
        </Link>
      }
    >
      <StoryLines stories={stories.slice(0, count)} />
    </Panel>
  );
}
