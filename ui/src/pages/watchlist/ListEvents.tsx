import { newsQuery } from '~/api/queries';
import type { WatchlistEntry } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { ArticleLines } from '~/widgets/ArticleLines';
import { NextEvents } from '~/widgets/NextEvents/NextEvents';
import classes from './WatchlistPage.module.css';

const EVENTS = 5;
const ARTICLES = 5;

/** Upcoming events and news of a list's tickers. */
export default function ListEvents({ entries }: { entries: readonly WatchlistEntry[] }) {
  const { data: news } = useQuery(newsQuery);
  const ids = new Set(entries.map(({ id }) => id));
  const articles = news?.filter(({ tickerId }) => tickerId !== null && ids.has(tickerId));
  return (
    <div className={classes.outlook}>
      <NextEvents entries={entries} maxEvents={EVENTS} />
      <Panel title="News about this list">
        {articles?.length === 0 && <p className={classes.none}>No recent news for these tickers.</p>}
        <ArticleLines showsTicker articles={articles?.slice(0, ARTICLES) ?? []} />
      </Panel>
    </div>
  );
}
