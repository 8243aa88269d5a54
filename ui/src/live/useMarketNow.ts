import { sessionQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useNow } from '~/hooks/useNow';
import { serverNow } from '~/state/serverClock';

/** Returns the server's time in Unix milliseconds, updated every 15 s and whenever the server sends it. */
export function useMarketNow(): number {
  useQuery(sessionQuery);
  useNow(15_000);
  return serverNow();
}
