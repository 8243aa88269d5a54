import type { UseQueryResult } from '@tanstack/react-query';
import type { NewsItem, Sentiment } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketDay } from '~/live/useMarketDay';
import { formatNumber } from '~/market/format';
import { SENTIMENTS } from '~/widgets/News/sentiments';
import classes from './Sentiment.module.css';
import { SentimentDays } from './SentimentDays';

const ORDER: readonly Sentiment[] = ['positive', 'neutral', 'negative'];

/** Numbers of bullish, neutral and bearish articles, in total and per day. */
export function NewsSentimentPanel({ query }: { query: UseQueryResult<NewsItem[]> }) {
  const today = useMarketDay();
  return (
    <Panel title="News Sentiment">
      <QueryState
        query={today ? query : { ...query, data: undefined }}
        skeleton={<BlockSkeleton height={213} />}
        errorText="Couldn't load the news."
        emptyText="No news available at this time."
      >
        {(articles) => (
          <>
            <SentimentTotals articles={articles} />
            {today && <SentimentDays articles={articles} today={today} />}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function SentimentTotals({ articles }: { articles: readonly NewsItem[] }) {
  const counts = ORDER.map(
    (sentiment) => [sentiment, articles.filter((article) => article.sentiment === sentiment).length] as const,
  );
  const bullish = (100 * (counts[0]?.[1] ?? 0)) / articles.length;
  return (
    <>
      <p className={classes.lead}>
        <strong className="num">{formatNumber(bullish, 0)}%</strong> of {articles.length}{' '}
        {articles.length === 1 ? 'article' : 'articles'} bullish
      </p>
      <div className={classes.bar} aria-hidden="true">
        {counts.map(([sentiment, count]) => (
          <span key={sentiment} data-sentiment={sentiment} style={{ flexGrow: count }} />
        ))}
      </div>
      <dl className={classes.counts}>
        {counts.map(([sentiment, count]) => (
          <div key={sentiment} data-sentiment={sentiment}>
            <dt>{SENTIMENTS[sentiment].label}</dt>
            <dd className="num">{count}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
