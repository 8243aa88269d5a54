import { useState } from 'react';
import { newsQuery, tickerNewsQuery } from '~/api/queries';
import type { NewsItem, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { NewsArticle } from '~/widgets/News/NewsArticle';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './NewsPanel.module.css';
import { SentimentBar } from './SentimentBar';
import page from './TickerPage.module.css';

/** Height of an article in px. */
const ARTICLE_HEIGHT = 112;

interface Props {
  ticker: TickerDetail;
  /** Number of articles shown at first, chosen so that the panel is as tall as the side column. */
  visibleCount: number;
  /** If there are fewer articles about the ticker, market news makes up the difference. */
  minArticles: number;
}

/** TICK-08: articles about the ticker, with their sentiment. */
export default function NewsPanel({ ticker, visibleCount, minArticles }: Props) {
  const query = useQuery({ ...tickerNewsQuery(ticker.id), staleTime: 60_000, refetchInterval: 5 * 60_000 });
  const articles = query.data ?? [];
  const now = useMarketNow();
  // With few or no articles about a ticker, market news follows.
  const missing = Math.max(0, minArticles - articles.length);
  return (
    <Panel
      className={
        articles.length === 0 && query.isSuccess ? `${page.news} ${page.noNews} ${page.oneLine}` : page.news
      }
      title="Market Sentiment & News"
      aside={
        <>
          <SampleBadge shown={articles.some((article) => article.isSample)} />
          {articles.length > 0 && (
            <span className={`num ${classes.count}`}>{countText(articles.length)}</span>
          )}
        </>
      }
    >
      <QueryState query={query} skeleton={<RowSkeletons rows={minArticles + 1} height={ARTICLE_HEIGHT} />}>
        {(articles) => (
          <>
            {articles.length === 0 && <EmptyState text="No news available at this time." />}
            {articles.length > 0 && (
              <Articles
                currentTickerId={ticker.id}
                articles={articles}
                visibleCount={visibleCount}
                now={now}
              />
            )}
            {missing > 0 && <MarketNews count={missing} now={now} />}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

const countText = (count: number) => `${count} ${count === 1 ? 'article' : 'articles'}`;

interface ArticlesProps {
  currentTickerId: number;
  articles: NewsItem[];
  visibleCount: number;
  now: number;
}

function Articles({ currentTickerId, articles, visibleCount, now }: ArticlesProps) {
  const [showAll, setShowAll] = useState(false);
  return (
    <>
      <SentimentBar articles={articles} />
      <ul className={classes.stories}>
        {(showAll ? articles : articles.slice(0, visibleCount)).map((article) => (
          <NewsArticle key={article.id} article={article} now={now} currentTickerId={currentTickerId} />
        ))}
      </ul>
      {!showAll && articles.length > visibleCount && (
        <Button variant="default" className={classes.more} onClick={() => setShowAll(true)}>
          Show all {countText(articles.length)}
        </Button>
      )}
    </>
  );
}

/** Articles without a particular ticker; they don't count toward the sentiment. */
function MarketNews({ count, now }: { count: number; now: number }) {
  const query = useQuery(newsQuery);
  if (query.isPending) return <RowSkeletons rows={count} height={ARTICLE_HEIGHT} />;
  const articles = (query.data ?? []).filter((article) => article.tickerId === null).slice(0, count);
  if (articles.length === 0) return null;
  return (
    <>
      <h3 className={classes.market}>From the whole market</h3>
      <ul className={classes.stories}>
        {articles.map((article) => (
          <NewsArticle key={article.id} article={article} now={now} />
        ))}
      </ul>
    </>
  );
}
