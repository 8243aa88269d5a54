import type { CSSProperties } from 'react';
import { dividendsQuery, earningsQuery } from '~/api/queries';
import type { Ticker } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useMarketDay } from '~/live/useMarketDay';
import { useMarketNow } from '~/live/useMarketNow';
import { formatShortDay } from '~/market/day';
import { daysUntil, nextEvents } from '~/market/nextEvents';
import { paths } from '~/paths';
import classes from './NextEvents.module.css';

/** Maximum number of dividend requests, one per ticker. */
const MAX_DIVIDEND_REQUESTS = 8;
const HOUR = 3_600_000;

interface Props {
  /** Undefined while the list is loading. */
  entries: readonly Ticker[] | undefined;
  /** Maximum number of events. */
  maxEvents?: number;
  /** One line per event, and from the start as tall as with all of them. */
  dense?: boolean;
}

/** Upcoming earnings and ex-dividend dates of a list's tickers. */
export function NextEvents({ entries: loaded, maxEvents = 3, dense = false }: Props) {
  const entries = loaded ?? [];
  const isTimeKnown = useMarketDay() !== undefined;
  const now = useMarketNow();
  const { data: earnings = [] } = useQuery(earningsQuery);
  const payers = entries
    .filter(({ type }) => ['stock', 'etf', 'fund'].includes(type))
    .slice(0, MAX_DIVIDEND_REQUESTS);
  const paid = useQueries({
    queries: payers.map(({ id }) => ({ ...dividendsQuery(id), staleTime: HOUR })),
  });
  const dividends = payers.map((ticker, at) => ({ ticker, rows: paid[at]?.data ?? [] }));
  const events = isTimeKnown ? nextEvents(entries, earnings, dividends, now).slice(0, maxEvents) : [];
  return (
    <Panel
      title="Next events"
      aside={
        <Link to={paths.earningsCalendar} className={classes.open}>
          Earnings calendar
        </Link>
      }
    >
      {isTimeKnown && loaded && events.length === 0 && (
        <p className={classes.invite}>No upcoming dates for the tickers in this list.</p>
      )}
      <ul
        className={classes.rows}
        data-dense={dense || undefined}
        style={{ '--rows': loaded?.length === 0 ? 0 : maxEvents } as CSSProperties}
      >
        {events.map(({ symbol, day, today, description }) => (
          <li key={`${symbol} ${day} ${description}`}>
            <span>{formatShortDay(day, today)}</span>
            <Link to={paths.ticker(symbol)}>
              <b>{symbol}</b>
              <small>{description}</small>
            </Link>
            <span>{daysUntil(day, today)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
