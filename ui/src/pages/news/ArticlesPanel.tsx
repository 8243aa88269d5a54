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
import { dayOf, formatUnderRelative, formatWeekday, relativeDay } from '~/market/day';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './NewsPage.module.css';
import { byDay, type NewsFilter, newsOf } from './news';
import { Story } from './Story';

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'bullish', label: 'Bullish' },
  { value: 'neutral', label: 'Neutral' },
  { value: 'bearish', label: 'Bearish' },
] as const;
const STEP = 18;
/** The step for two columns next to a list of the same height. */
const WIDE_STEP = 30;

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
        skeleton={<RowSkeletons rows={12} height={84} />}
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
      {byDay(shown).map(({ day, articles: ofDay }) => (
        <section key={day} className={classes.day}>
          <h2>
            {relativeDay(day, dayOf(now))} <span>{formatUnderRelative(day, dayOf(now))}</span>
          </h2>
          <ul className={classes.stories} aria-label={`Articles of ${formatWeekday(day)}`}>
            {ofDay.map((article) => (
              <Story
                key={article.id}
                article={article}
                now={now}
                ticker={tickers.find(({ id }) => id === article.tickerId)}
              />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore remaining={articles.length - count} onClick={() => setExtraCount(extraCount + step)} />
    </>
  );
}
