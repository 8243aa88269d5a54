import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { watchlistTickersQuery } from '~/api/queries';
import type { WatchlistEntry } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { quotes } from '~/live/feed';
import { merge } from '~/live/merge';
import { useQuotes } from '~/live/useQuotes';
import { formatQuote } from '~/market/format';
import { shortName } from '~/market/shortName';
import { paths } from '~/paths';
import { serverNow } from '~/state/clock';
import { Change } from '../Change';
import classes from './LittleWindow.module.css';

const INTERVAL_MS = 1000;

interface Props {
  listId: number;
  view: Window;
}

/** A watchlist with live prices, in the little window. A press opens the ticker's page in the main window. */
export default function LittleList({ listId, view }: Props) {
  const { data } = useQuery(watchlistTickersQuery(listId));
  const name = data?.name ?? 'Watchlist';
  useEffect(() => {
    view.document.title = name;
  }, [view, name]);
  return createPortal(
    <main className={classes.little}>
      <h1>{name}</h1>
      {data && data.tickers.length === 0 && <p>No tickers in this watchlist</p>}
      {data && <Rows entries={data.tickers} view={view} />}
    </main>,
    view.document.body,
  );
}

function Rows({ entries, view }: { entries: readonly WatchlistEntry[]; view: Window }) {
  // Subscribes to the prices. They are read by a timer of the little window, because a hidden page renders none.
  useQuotes(entries);
  useTicks(view);
  const navigate = useNavigate();
  const open = (symbol: string) => {
    navigate(paths.ticker(symbol));
    window.focus();
  };
  const now = serverNow();
  return (
    <ul>
      {entries.map((entry) => {
        // The newest one, also while the page replays a day.
        const quote = merge(entry, quotes.newest(entry.id), now);
        return (
          <li key={entry.watchlistItemId}>
            <button type="button" onClick={() => open(entry.symbol)}>
              <b>{entry.symbol}</b>
              <small>{shortName(entry.name)}</small>
              <span className="num">{formatQuote(quote, quote.price, quote.decimals)}</span>
              <Change value={quote.change24h} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Renders the component every second. */
function useTicks(view: Window): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = view.setInterval(() => setTick((tick) => tick + 1), INTERVAL_MS);
    return () => view.clearInterval(timer);
  }, [view]);
}
