import type { Ticker } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { formatSpan } from '~/market/time';
import { deviceNow } from '~/state/clock';
import { useConnectivity } from '~/state/connectivity';

const ageText = (milliseconds: number) => `${formatSpan(milliseconds)} old`;

/** The age of the newest of these prices if all of them are stale; else null. */
export function useQuotesAge(quotes: readonly (Ticker | undefined)[]): string | null {
  const now = useMarketNow();
  const priced = quotes.filter((quote) => quote !== undefined && quote.price !== null);
  if (priced.length === 0 || !priced.every((quote) => quote?.stale)) return null;
  const newest = Math.max(...priced.map((quote) => Date.parse(quote?.updatedAt ?? '')));
  return Number.isFinite(newest) ? ageText(now - newest) : null;
}

/** Polled data counts as late after this many missed responses in a row. */
const MAX_MISSED_RESPONSES = 3;

/** The age of polled data once it is late; else null. `interval` is the polling interval in milliseconds. */
export function useResponseAge(receivedAt: number, interval: number): string | null {
  // Re-renders as time passes.
  useMarketNow();
  const { isReachable, dataAsOf } = useConnectivity();
  if (receivedAt === 0) return null;
  // While the server can't be reached, a cached response is received now, but its data is older.
  const from = isReachable ? receivedAt : Math.min(receivedAt, dataAsOf ?? receivedAt);
  const age = deviceNow() - from;
  return age > MAX_MISSED_RESPONSES * interval ? ageText(age) : null;
}
