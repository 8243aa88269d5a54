import type { Ticker } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { formatSpan } from '~/market/time';
import { useConnectivity } from '~/state/connectivity';

const old = (milliseconds: number) => `${formatSpan(milliseconds)} old`;

/** How old the newest of these prices is, once all of them are older than their source usually is; else null. */
export function useQuotesAge(quotes: readonly (Ticker | undefined)[]): string | null {
  const now = useMarketNow();
  const known = quotes.filter((quote) => quote !== undefined && quote.price !== null);
  if (known.length === 0 || !known.every((quote) => quote?.stale)) return null;
  const newest = Math.max(...known.map((quote) => Date.parse(quote?.updatedAt ?? '')));
  return Number.isFinite(newest) ? old(now - newest) : null;
}

/** What is asked for now and then is late when this many answers in a row did not come. */
const MAX_MISSED_ANSWERS = 3;

/** How old an answer is that is asked for every `every` milliseconds, once it is late; else null. */
export function useAnswerAge(answeredAt: number, every: number): string | null {
  useMarketNow();
  const { reachable, dataAsOf } = useConnectivity();
  if (answeredAt === 0) return null;
  // An answer that the browser kept came just now, and is as old as it says.
  const from = reachable ? answeredAt : Math.min(answeredAt, dataAsOf ?? answeredAt);
  const age = Date.now() - from;
  return age > MAX_MISSED_ANSWERS * every ? old(age) : null;
}
