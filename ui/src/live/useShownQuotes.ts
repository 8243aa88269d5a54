import { useSyncExternalStore } from 'react';
import type { Ticker } from '~/api/types';
import { serverNow } from '~/state/serverClock';
import { quotes } from './feed';

/** What `read` makes of all that the page shows live, by the same clock and in the same frame as its prices. */
export function useShownQuotes<S extends string | boolean | undefined>(
  read: (shown: readonly Ticker[], now: number) => S,
): S {
  return useSyncExternalStore(quotes.watch, () => {
    // What a page shows it has asked the live feed for.
    const shown = [...quotes.wanted].flatMap((id) => quotes.get(id) ?? []);
    return read(shown, serverNow());
  });
}
