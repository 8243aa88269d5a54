import { useState } from 'react';
import { tickersForItemsQuery } from '~/api/queries';
import type { NewsItem } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { FilterChips } from '~/components/FilterChips';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { ShowMore } from '~/components/table/ShowMore';
import { useIsWide } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useMarketNow } from '~/live/useMarketNow';
import { NewsArticle } from '~/widgets/News/NewsArticle';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './NewsPage.module.css';
import { type NewsFilter, newsOf } from './news';

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'bullish', label: 'Bullish' },
  { value: 'neutral', label: 'Neutral' },
  { value: 'bearish', label: 'Bearish' },
] as const;
const STEP = 12;
/** The step for two columns next to a list of the same height. */
const WIDE_STEP = 17;

/** The articles and their filter. */
export function ArticlesPanel() {
  const [filter, setFilter] = useUrlChoice<NewsFilter>('sentiment', ['all', 'bullish', 'neutral', 'bearish']);
  const query = useQuery({ ...newsOf(filter), refetchInterval: 5 * 60_000 });
  return (
    <Panel label="News">
      <div className={classes.controls}>
        <FilterChips label="Sentiment" options={FILTERS} value={filter} onChange={setFilter} />
        <SampleBadge shown={query.data?.some((article) => article.isSample) ?? false} />
      </div>
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={8} height={132} />}
        errorText="Couldn't load the news."
      >
        {(articles) => <Articles key={filter} articles={articles} />}
      </QueryState>
    </Panel>
  );
}

function Articles({ articles }: { articles: readonly NewsItem[] }) {
  const now = useMarketNow();
  const step = useIsWide() ? WIDE_STEP : STEP;
  const [extraCount, setExtraCount] = useState(0);
  const count = step + extraCount;
  const shown = articles.slice(0, count);
  const { data: tickers = [] } = useQuery(tickersForItemsQuery(shown));
  if (articles.length === 0) return <EmptyState text="No news articles found for the selected filter." />;
  return (
    <>
      <ul className={classes.stories} aria-label="Articles">
        {shown.map((article) => (
          <NewsArticle
            key={article.id}
            article={article}
            now={now}
            heading="h2"
            ticker={tickers.find(({ id }) => id === article.tickerId)}
          />
        ))}
      </ul>
      <ShowMore remaining={articles.length - count} onClick={() => setExtraCount(extraCount + step)} />
    </>
  );
}
