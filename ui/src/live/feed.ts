/*
 * How a tick reaches the screen. In the browser:
 * 1. A component shows a price with `useQuote` (`useQuote.ts`), which subscribes to the ticker in `quotes` (`quoteStore.ts`).
 * 2. `updateConnection` passes the subscribed ids to `connection` (`liveConnection.ts`), which opens the WebSocket and sends
 *    `{"type":"subscribe","tickerId":1}`. It reconnects after a lost connection (`backoff.ts`).
 *
 * On the server (`src`):
 * 3. `Connection::subscribe` (`web/socket/connection.rs`) registers the ticker in the hub (`live/hub`), which sends its newest frame.
 * 4. A provider sends an update to `ingest`. `publish` (`ingest/mod.rs`) encodes the new quote once, as a `ticker_update` frame
 *    (`web/socket/frames.rs`), and passes it to the hub.
 * 5. The hub writes the frame to every connection that watches the ticker; a client that asked for batches gets several tickers in one
 *    `ticker_updates`. A slow client skips superseded prices.
 *
 * In the browser:
 * 6. `quotes.receive` keeps the newest quote of each ticker. `schedulePrices` (`priceScheduler.ts`) calls the listeners in a frame
 *    that has time for them.
 * 7. `useQuote` merges the quote with the one that the component loaded (`merge.ts`), and the component renders if the selected
 *    value changed.
 * 8. A chart gets the price from `useChartSeries` (`widgets/PriceChart`), which replaces the last point (`withLivePrice` in
 *    `chart/series.ts`). `ChartStage` builds the panes, and `Chart` (`chart/Chart.tsx`) passes them to the canvas (`chart/renderer.ts`).
 */
import type { AlertReport } from '~/api/types';
import { liveUrl } from '~/paths';
import { onTick } from '~/state/clock';
import { LiveConnection } from './liveConnection';
import { schedulePrices } from './priceScheduler';
import { QuoteStore } from './quoteStore';
import { CLOCK_MS } from './useMarketNow';

/** The tab's live connection (LIVE-04). It opens when the first component subscribes to a ticker. */
export const connection = new LiveConnection({
  url: liveUrl(),
  open: (url) => new WebSocket(url),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
  random: Math.random,
  log: (message, cause) => console.warn(message, cause),
});

/** The quotes received by this tab. */
export const quotes = new QuoteStore({
  setSubscriptions: updateConnection,
  schedulePrices,
});

const alertListeners = new Set<(report: AlertReport) => void>();
const changeListeners = new Set<(kind: string) => void>();

/** Calls `listener` with every alert that fires, also on pages without tickers. Returns a function that unsubscribes. */
export const onAlert = (listener: (report: AlertReport) => void) => listen(alertListeners, listener);

/**
 * Calls `listener` with the kind of data that changed on any device or arrived from the market: 'watchlists', 'news'. Returns a
 * function that unsubscribes.
 */
export const onChange = (listener: (kind: string) => void) => listen(changeListeners, listener);

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  updateConnection();
  return () => {
    listeners.delete(listener);
    updateConnection();
  };
}

/**
 * Calls `run` whenever the connection is restored. Messages sent during the outage were missed, and the server may have changed.
 * Returns a function that unsubscribes.
 */
export function onReconnect(run: () => void): () => void {
  let wasLost = false;
  return connection.watchStatus(() => {
    const { state } = connection.status();
    if (state !== 'connected') wasLost ||= state === 'closed' || state === 'error';
    else if (wasLost) {
      wasLost = false;
      run();
    }
  });
}

function updateConnection(): void {
  const { subscribedIds } = quotes;
  connection.setSubscriptions(
    subscribedIds,
    subscribedIds.size + alertListeners.size + changeListeners.size > 0,
  );
}

connection.onMessage((message) => {
  if (message.type === 'ticker_update') quotes.receive(message.data);
  if (message.type === 'ticker_updates') for (const ticker of message.data) quotes.receive(ticker);
  if (message.type === 'alert_fired') for (const listener of alertListeners) listener(message.data);
  if (message.type === 'changed') for (const listener of changeListeners) listener(message.what);
});
onTick(CLOCK_MS, () => quotes.refreshAll());
window.addEventListener('online', () => connection.wake());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') connection.wake();
});
