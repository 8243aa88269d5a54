import { newsOfTypesQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { paths } from '~/paths';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './News.module.css';
import { NewsArticle } from './NewsArticle';

/** ETFS-01, CRYP-01: number of articles next to a list. */
const MAX_ARTICLES = 3;

interface Props {
  title: string;
  /** Types of the tickers that the articles are about; 'none' means articles without a ticker. */
  tickerTypes: string;
}

/** The latest three articles of a kind, refetched every five minutes. */
export function LatestNews({ title, tickerTypes }: Props) {
  const query = useQuery(newsOfTypesQuery(tickerTypes));
  const articles = query.data?.slice(0, MAX_ARTICLES);
  const now = useMarketNow();
  return (
    <Panel
      title={title}
      aside={<SampleBadge shown={articles?.some((article) => article.isSample) ?? false} />}
    >
      <QueryState
        query={{ ...query, data: articles }}
        skeleton={<RowSkeletons rows={MAX_ARTICLES} height={132} />}
        errorText="Couldn't load the news."
        emptyText="No news available at this time."
      >
        {(latest) => (
          <ul>
            {latest.map((article) => (
              <NewsArticle key={article.id} article={article} now={now} />
            ))}
          </ul>
        )}
      </QueryState>
      <Link to={paths.news} className={classes.all}>
        All market news
      </Link>
    </Panel>
  );
}
