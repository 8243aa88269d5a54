import type { Ticker } from '~/api/types';
import { serverNow } from '~/state/serverClock';
import { useStore } from '~/state/useStore';
import { quotes } from './feed';

/** What `read` makes of all that the page shows live, by the same clock and in the same frame as its prices. */
export function useShownQuotes<S extends string | boolean | undefined>(
  read: (shown: readonly Ticker[], now: number) => S,
): S {
  return useStore(quotes.watch, () => {
    // What a page shows it has asked the live feed for.
    const shown = [...quotes.wanted].flatMap((id) => quotes.get(id) ?? []);
    return read(shown, serverNow());
  });
}
