import { sessionQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useNow } from '~/hooks/useNow';
import { serverNow } from '~/state/serverClock';

/** The server's time in milliseconds, renewed every 15 s and whenever the server says it. */
export function useMarketNow(): number {
  useQuery(sessionQuery);
  useNow(15_000);
  return serverNow();
}
