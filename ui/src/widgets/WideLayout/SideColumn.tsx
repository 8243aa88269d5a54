import { newsQuery, trendingQuery, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { TickerRow, Watchlist } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { rootRem } from '~/hooks/useSizeInRem';
import { listName } from '~/market/lists';
import { paths } from '~/paths';
import { useHomeList } from '~/state/homeList';
import { ArticleLines } from '~/widgets/ArticleLines';
import { TickerRows } from '~/widgets/TickerTable';
import classes from './WideLayout.module.css';

const TICKERS_WITH_NEWS = 8;
/** Maximum number of articles next to a short page, and the minimum in a low window. */
const [MAX_ARTICLES, MIN_ARTICLES] = [6, 2];
/** Heights in rem: the rest of the column, a row of the list, and an article with a two-line title. */
const [REST, ROW, ARTICLE] = [20, 4.35, 4.25];
/** Height in rem: the rest of the column without news. */
const LIST_REST = 14;

/** As many articles as fit the window without clipping. */
const fittingArticles = (rows: number) =>
  Math.max(MIN_ARTICLES, Math.floor((window.innerHeight / rootRem() - REST - rows * ROW) / ARTICLE));

/** As many tickers as fit the window without news. */
const fittingTickers = () =>
  Math.max(TICKERS_WITH_NEWS, Math.floor((window.innerHeight / rootRem() - LIST_REST) / ROW));

interface Props {
  isTall: boolean;
  hasList: boolean;
  hasNews: boolean;
}

/** The user's watchlist (or trending tickers while it is empty) and the latest news, without what the page has itself. */
export default function SideColumn({ isTall, hasList, hasNews }: Props) {
  if (hasList) return <ListAndNews isTall={isTall} hasNews={hasNews} />;
  return (
    <section className={classes.column} aria-label="Latest news">
      <News count={fittingArticles(0)} />
    </section>
  );
}

function ListAndNews({ isTall, hasNews }: Omit<Props, 'hasList'>) {
  const { data: lists, isPending } = useQuery(watchlistsQuery);
  const list = useHomeList(lists);
  const contents = useQuery({ ...watchlistTickersQuery(list?.id ?? 0), enabled: list !== undefined });
  const trending = useQuery(trendingQuery);
  // Waits for the list's length, because the news below would move.
  if (isPending || (list && contents.isPending) || trending.isPending) return null;
  const own: readonly TickerRow[] = contents.data?.tickers ?? [];
  const rows = (own.length > 0 ? own : (trending.data ?? [])).slice(
    0,
    hasNews ? TICKERS_WITH_NEWS : fittingTickers(),
  );
  return (
    <section className={classes.column} aria-label={hasNews ? 'My list and news' : 'My list'}>
      <List list={own.length > 0 ? list : undefined} rows={rows} hasSpark={hasNews} />
      {hasNews && (
        <News
          count={Math.min(fittingArticles(rows.length), isTall ? Number.POSITIVE_INFINITY : MAX_ARTICLES)}
        />
      )}
    </section>
  );
}

interface ListProps {
  /** The user's list that contains the rows. */
  list: Watchlist | undefined;
  rows: readonly TickerRow[];
  hasSpark: boolean;
}

function List({ list, rows, hasSpark }: ListProps) {
  const title = list ? listName(list) : 'Trending now';
  return (
    <Panel
      title={title}
      aside={
        <Link to={paths.watchlist} className={classes.open}>
          {list ? 'Open' : 'Create a list'} <Icon name="right" size={14} />
        </Link>
      }
    >
      <TickerRows label={`${title}, at the side`} rows={rows} hasSpark={hasSpark} />
    </Panel>
  );
}

function News({ count }: { count: number }) {
  const { data: articles = [] } = useQuery(newsQuery);
  return (
    <Panel
      title="News"
      aside={
        <Link to={paths.news} className={classes.open}>
          All news <Icon name="right" size={14} />
        </Link>
      }
    >
      <ArticleLines articles={articles.slice(0, count)} />
    </Panel>
  );
}
