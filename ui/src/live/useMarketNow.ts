import { sessionQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { serverNow, useNow } from '~/state/clock';

/** Interval at which times, ages, staleness and trading sessions on the screen are updated. */
export const CLOCK_MS = 15_000;

/** Returns the server's time in Unix milliseconds, updated every 15 s and whenever the server sends it. */
export function useMarketNow(): number {
  useQuery(sessionQuery);
  useNow(CLOCK_MS);
  return serverNow();
}
