import { watchlistTickersQuery } from '~/api/queries';
import type { WatchlistEntry } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useQuotes } from '~/live/useQuotes';
import { breadth } from '~/market/breadth';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { HeldSummary } from './HeldSummary';
import classes from './ListSummary.module.css';

/** Summary of a list: the holdings, and today's gainers, losers, average, best and worst. */
export function ListSummary({ listId, hasToday = true }: { listId: number; hasToday?: boolean }) {
  const { data } = useQuery(watchlistTickersQuery(listId));
  if (!data || data.tickers.length === 0) return null;
  return (
    <>
      <HeldSummary entries={data.tickers} />
      {hasToday && <Today entries={data.tickers} />}
    </>
  );
}

function Today({ entries }: { entries: readonly WatchlistEntry[] }) {
  const quotes = useQuotes(entries);
  const { advancing, declining } = breadth(quotes);
  const withChange = quotes
    .flatMap(({ symbol, change24h }) => (change24h === null ? [] : { symbol, change24h }))
    .sort((a, b) => b.change24h - a.change24h);
  const [best, worst] = [withChange[0], withChange.at(-1)];
  const average = withChange.reduce((sum, { change24h }) => sum + change24h, 0) / withChange.length;
  return (
    <Panel title="This list today" className={classes.panel}>
      <p className={`num ${classes.mean}`}>
        <Change value={withChange.length > 0 ? average : null} />
        <span>average, 24h</span>
      </p>
      <div className={classes.bar} aria-hidden="true">
        <span data-up style={{ flexGrow: advancing }} />
        <span style={{ flexGrow: quotes.length - advancing - declining }} />
        <span data-down style={{ flexGrow: declining }} />
      </div>
      <p className={`num ${classes.counts}`}>
        <span>{advancing} up</span>
        <span>{declining} down</span>
      </p>
      {best && worst && best !== worst && (
        <dl className={`num ${classes.ends}`}>
          {[['Best', best] as const, ['Worst', worst] as const].map(([name, { symbol, change24h }]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Link to={paths.ticker(symbol)}>{symbol}</Link> <Change value={change24h} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
