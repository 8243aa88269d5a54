import type { UseQueryResult } from '@tanstack/react-query';
import type { NewsItem, Sentiment } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketDay } from '~/live/useMarketDay';
import type { Day } from '~/market/day';
import { formatNumber } from '~/market/format';
import { SENTIMENTS } from '~/widgets/News/sentiments';
import { type DailySentiment, dailySentiment } from './news';
import classes from './Sentiment.module.css';
import { SentimentDays } from './SentimentDays';

const ORDER: readonly Sentiment[] = ['positive', 'neutral', 'negative'];

/** Numbers of bullish, neutral and bearish articles, in total and per day. */
export function NewsSentimentPanel({ query }: { query: UseQueryResult<NewsItem[]> }) {
  const today = useMarketDay();
  return (
    <Panel title="News Sentiment" aside="Last seven days">
      <QueryState
        query={today ? query : { ...query, data: undefined }}
        skeleton={<BlockSkeleton height={213} />}
        errorText="Couldn't load the news."
        emptyText="No news available at this time."
      >
        {(articles) => today && <Week days={dailySentiment(articles, today)} today={today} />}
      </QueryState>
    </Panel>
  );
}

/** The totals of the days, and the days. */
function Week({ days, today }: { days: readonly DailySentiment[]; today: Day }) {
  const total = sumOf(days, 'count');
  const counts = ORDER.map((sentiment) => [sentiment, sumOf(days, sentiment)] as const);
  if (total === 0) return <EmptyState text="No articles in the last seven days." />;
  const bullish = (100 * sumOf(days, 'positive')) / total;
  return (
    <>
      <p className={classes.lead}>
        <strong className="num">{formatNumber(bullish, 0)}%</strong> of {total}{' '}
        {total === 1 ? 'article' : 'articles'} bullish
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
      <SentimentDays days={days} today={today} />
    </>
  );
}

const sumOf = (days: readonly DailySentiment[], key: Sentiment | 'count'): number =>
  days.reduce((sum, day) => sum + day[key], 0);
