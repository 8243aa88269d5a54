import type { Ticker } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { formatSpan } from '~/market/time';
import { useConnectivity } from '~/state/connectivity';

const old = (milliseconds: number) => `${formatSpan(milliseconds)} old`;

/** The age of the newest of these prices if all of them are stale; else null. */
export function useQuotesAge(quotes: readonly (Ticker | undefined)[]): string | null {
  const now = useMarketNow();
  const known = quotes.filter((quote) => quote !== undefined && quote.price !== null);
  if (known.length === 0 || !known.every((quote) => quote?.stale)) return null;
  const newest = Math.max(...known.map((quote) => Date.parse(quote?.updatedAt ?? '')));
  return Number.isFinite(newest) ? old(now - newest) : null;
}

/** Polled data counts as late after this many missed answers in a row. */
const MAX_MISSED_ANSWERS = 3;

/** The age of an answer that is polled every `every` milliseconds, once it is late; else null. */
export function useAnswerAge(answeredAt: number, every: number): string | null {
  useMarketNow();
  const { isReachable, dataAsOf } = useConnectivity();
  if (answeredAt === 0) return null;
  // A cached answer arrives now but is as old as its timestamp says.
  const from = isReachable ? answeredAt : Math.min(answeredAt, dataAsOf ?? answeredAt);
  const age = Date.now() - from;
  return age > MAX_MISSED_ANSWERS * every ? old(age) : null;
}
