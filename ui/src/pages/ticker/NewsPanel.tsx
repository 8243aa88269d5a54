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
import { NewsStory } from '~/widgets/News/NewsStory';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './NewsPanel.module.css';
import { SentimentBar } from './SentimentBar';
import page from './TickerPage.module.css';

/** Height of an article in px. */
const STORY = 112;

interface Props {
  ticker: TickerDetail;
  /** Number of articles that fit next to the rail; 'Show all' shows more. */
  room: number;
  /** Number of articles after which market news is added; its heading takes room too. */
  filled: number;
}

/** TICK-08: articles about the ticker, with their sentiment. */
export default function NewsPanel({ ticker, room, filled }: Props) {
  const query = useQuery({ ...tickerNewsQuery(ticker.id), staleTime: 60_000, refetchInterval: 5 * 60_000 });
  const stories = query.data ?? [];
  const now = useMarketNow();
  // With few or no articles about a ticker, market news follows.
  const missing = Math.max(0, filled - stories.length);
  return (
    <Panel
      className={
        stories.length === 0 && query.isSuccess ? `${page.news} ${page.noNews} ${page.oneLine}` : page.news
      }
      title="Market Sentiment & News"
      aside={
        <>
          <SampleBadge shown={stories.some((story) => story.isSample)} />
          {stories.length > 0 && <span className={`num ${classes.count}`}>{articles(stories.length)}</span>}
        </>
      }
    >
      <QueryState query={query} skeleton={<RowSkeletons rows={filled + 1} height={STORY} />}>
        {(all) => (
          <>
            {all.length === 0 && <EmptyState text="No news available at this time." />}
            {all.length > 0 && <Stories here={ticker.id} stories={all} room={room} now={now} />}
            {missing > 0 && <MarketNews count={missing} now={now} />}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

const articles = (count: number) => `${count} ${count === 1 ? 'article' : 'articles'}`;

interface StoriesProps {
  here: number;
  stories: NewsItem[];
  room: number;
  now: number;
}

function Stories({ here, stories, room, now }: StoriesProps) {
  const [all, setAll] = useState(false);
  return (
    <>
      <SentimentBar stories={stories} />
      <ul className={classes.stories}>
        {(all ? stories : stories.slice(0, room)).map((story) => (
          <NewsStory key={story.id} story={story} now={now} here={here} />
        ))}
      </ul>
      {!all && stories.length > room && (
        <Button variant="default" className={classes.more} onClick={() => setAll(true)}>
          Show all {articles(stories.length)}
        </Button>
      )}
    </>
  );
}

/** Articles without a particular ticker; they don't count toward the sentiment. */
function MarketNews({ count, now }: { count: number; now: number }) {
  const query = useQuery(newsQuery);
  if (query.isPending) return <RowSkeletons rows={count} height={STORY} />;
  const stories = (query.data ?? []).filter((story) => story.tickerId === null).slice(0, count);
  if (stories.length === 0) return null;
  return (
    <>
      <h3 className={classes.market}>From the whole market</h3>
      <ul className={classes.stories}>
        {stories.map((story) => (
          <NewsStory key={story.id} story={story} now={now} />
        ))}
      </ul>
    </>
  );
}
