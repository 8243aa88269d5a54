import type { AlertReport } from '~/api/types';
import { liveUrl } from '~/paths';
import { LiveConnection } from './liveConnection';
import { schedulePrices } from './priceScheduler';
import { QuoteStore } from './quoteStore';

/** How often staleness and trading sessions are computed again from the clock. */
const CLOCK_MS = 15_000;

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
  want: updateConnection,
  schedulePrices,
});

const alertListeners = new Set<(report: AlertReport) => void>();
const changeListeners = new Set<(what: string) => void>();

/** Calls `listener` with every alert that fires, also on pages without tickers. Returns a function that unsubscribes. */
export const onAlert = (listener: (report: AlertReport) => void) => listen(alertListeners, listener);

/**
 * Calls `listener` with the kind of data that changed on any device or arrived from the market: 'watchlists', 'news'. Returns a
 * function that unsubscribes.
 */
export const onChange = (listener: (what: string) => void) => listen(changeListeners, listener);

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  updateConnection();
  return () => {
    listeners.delete(listener);
    updateConnection();
  };
}

/**
 * Calls `run` whenever the connection is restored: messages sent in the meantime were missed, and it may be another server.
 * Returns a function that unsubscribes.
 */
export function onReconnect(run: () => void): () => void {
  let lost = false;
  return connection.watchStatus(() => {
    const { state } = connection.status();
    if (state !== 'connected') lost ||= state === 'closed' || state === 'error';
    else if (lost) {
      lost = false;
      run();
    }
  });
}

function updateConnection(): void {
  const { wanted } = quotes;
  connection.want(wanted, wanted.size + alertListeners.size + changeListeners.size > 0);
}

connection.onMessage((message) => {
  if (message.type === 'ticker_update') quotes.receive(message.data);
  if (message.type === 'ticker_updates') for (const ticker of message.data) quotes.receive(ticker);
  if (message.type === 'alert_fired') for (const listener of alertListeners) listener(message.data);
  if (message.type === 'changed') for (const listener of changeListeners) listener(message.what);
});
window.setInterval(() => quotes.renewAll(), CLOCK_MS);
window.addEventListener('online', () => connection.wake());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') connection.wake();
});
