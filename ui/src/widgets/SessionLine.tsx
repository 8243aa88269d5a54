import { sessionQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { sessionSentence } from '~/market/session';

/** 'US open, closes in 18 min'; empty until loaded. */
export function SessionLine() {
  const { data } = useQuery(sessionQuery);
  const now = useMarketNow();
  return data ? <span>{sessionSentence(data, now)}</span> : null;
}
