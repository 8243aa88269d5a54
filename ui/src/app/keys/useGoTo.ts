import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { tickerQuery, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import { paths } from '~/paths';
import { activeChart } from '~/state/activeChart';
import { homeListOf } from '~/state/homeList';
import { listToWalk, nextIndex, storedList, symbolOfPath, type TickerList } from './currentList';

/** How long a ticker that was fetched in advance is fresh. */
const FRESH_MS = 60_000;
/** Settings of a chart that belong to one ticker: the compared tickers, and a backtest. */
const OWN_PARAMETERS = ['vs', 'tried'];

/** The watchlist of the home page; undefined if there is none or the server does not respond. */
async function homeList(client: QueryClient): Promise<TickerList | undefined> {
  try {
    const list = homeListOf(await client.ensureQueryData(watchlistsQuery));
    if (!list) return undefined;
    const { tickers } = await client.ensureQueryData(watchlistTickersQuery(list.id));
    return { name: list.name, symbols: tickers.map(({ symbol }) => symbol) };
  } catch {
    return undefined;
  }
}

/** Returns the URL parameters of the current chart that also fit another ticker. */
function chartParameters(): string {
  const parameters = new URLSearchParams(location.search);
  for (const name of OWN_PARAMETERS) parameters.delete(name);
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** Returns functions that open a page, and the next ticker of the current list. `showText` shows a text. */
export function useGoTo(showText: (text: string) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  /** The ticker that is being loaded, from which a further press continues. */
  const target = useRef<{ symbol: string; from: string; shown: string }>(undefined);

  /** The path that the last step of a walk opened. The rendered location may lag behind it. */
  const walkedTo = useRef('');

  const neighbor = async (step: 1 | -1) => {
    const from = location.pathname;
    const chart = activeChart();
    const shown = chart?.symbol ?? symbolOfPath(from);
    if (!shown) return;
    const isLoading = target.current?.from === from && target.current.shown === shown;
    const symbol = isLoading && target.current ? target.current.symbol : shown;
    const stored = storedList();
    const list = listToWalk(
      [stored, stored?.symbols.includes(symbol) ? undefined : await homeList(client)],
      symbol,
    );
    if (!list) return showText('No list to walk through. Open a ticker from a table or a list first.');
    const index = nextIndex(list, symbol, step);
    const next = list.symbols[index] ?? symbol;
    const position = `${index + 1} of ${list.symbols.length}`;
    showText(`${next}: ${list.name ? `${position} in ${list.name}` : position}`);
    const loading = { symbol: next, from, shown };
    target.current = loading;
    // If its data is loaded before, the page opens at full height and keeps its scroll position.
    await client.prefetchQuery({ ...tickerQuery(next), staleTime: FRESH_MS });
    if (target.current !== loading) return;
    target.current = undefined;
    if (location.pathname !== from) return;
    if (chart) chart.show(next);
    else {
      // A walk is one step of the browser's history, so that Back returns to where it began.
      navigate(`${paths.ticker(next)}${chartParameters()}`, {
        replace: from === walkedTo.current,
        state: { scrollTo: window.scrollY },
      });
      walkedTo.current = location.pathname;
    }
    const after = list.symbols[nextIndex(list, next, step)];
    if (after) void client.prefetchQuery({ ...tickerQuery(after), staleTime: FRESH_MS });
  };
  return { page: (to: string) => navigate(to), neighbor };
}
