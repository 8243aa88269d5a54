import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { newsQuery, trendingQuery, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { useHomeList } from '~/state/homeList';
import { StoryLines } from '~/widgets/StoryLines';
import { TickerLines } from '~/widgets/TickerTable';
import classes from './WideLayout.module.css';

const TICKERS = 8;
const STORIES = 6;

/** A person's list, or what trends while it is empty, and the latest stories. */
export default function SideColumn() {
  return (
    <section className={classes.column} aria-label="My list and news">
      <List />
      <News />
    </section>
  );
}

function List() {
  const { data: lists } = useQuery(watchlistsQuery);
  const list = useHomeList(lists);
  const { data: contents } = useQuery({
    ...watchlistTickersQuery(list?.id ?? 0),
    enabled: list !== undefined,
  });
  const { data: trending = [] } = useQuery(trendingQuery);
  const own: readonly TickerRow[] = contents?.tickers ?? [];
  const isOwn = list !== undefined && own.length > 0;
  const title = isOwn ? list.name : 'Trending now';
  return (
    <Panel
      title={title}
      aside={
        <Link to={paths.watchlist} className={classes.open}>
          {isOwn ? 'Open' : 'Make a list'} <Icon name="right" size={14} />
        </Link>
      }
    >
      <TickerLines label={`${title}, at the side`} rows={(isOwn ? own : trending).slice(0, TICKERS)} />
    </Panel>
  );
}

function News() {
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
      <StoryLines stories={stories.slice(0, STORIES)} />
    </Panel>
  );
}
