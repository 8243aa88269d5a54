import type { Ticker } from '~/api/types';
import { serverNow } from '~/state/clock';
import { useStore } from '~/state/useStore';
import { quotes } from './feed';

/** Returns `read` of all tickers that the page shows live, updated in the same frame as their prices. */
export function useShownQuotes<S extends string | boolean | undefined>(
  read: (tickers: readonly Ticker[], now: number) => S,
): S {
  return useStore(quotes.watch, () => {
    // The page is subscribed to exactly the tickers that it shows.
    const tickers = [...quotes.subscribedIds].flatMap((id) => quotes.newest(id) ?? []);
    return read(tickers, serverNow());
  });
}
