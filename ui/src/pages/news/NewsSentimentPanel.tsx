import type { UseQueryResult } from '@tanstack/react-query';
import type { NewsItem, Sentiment } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { SENTIMENTS } from '~/widgets/News/sentiments';
import classes from './NewsPage.module.css';

const ORDER: readonly Sentiment[] = ['positive', 'neutral', 'negative'];

/** How many articles are bullish, neutral and bearish. */
export function NewsSentimentPanel({ query }: { query: UseQueryResult<NewsItem[]> }) {
  return (
    <Panel title="News Sentiment">
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={120} />}
        errorText="The news could not be loaded."
        emptyText="No news available at this time."
      >
        {(stories) => (
          <dl className={classes.sentiments}>
            {ORDER.map((sentiment) => (
              <Share key={sentiment} sentiment={sentiment} stories={stories} />
            ))}
          </dl>
        )}
      </QueryState>
    </Panel>
  );
}

function Share({ sentiment, stories }: { sentiment: Sentiment; stories: NewsItem[] }) {
  const count = stories.filter((story) => story.sentiment === sentiment).length;
  return (
    <div data-sentiment={sentiment}>
      <dt>{SENTIMENTS[sentiment].label}</dt>
      <dd className="num">{count}</dd>
      <dd className={classes.bar} aria-hidden="true">
        <span style={{ width: `${(100 * count) / stories.length}%` }} />
      </dd>
    </div>
  );
}
