import { useQueries as useTanstackQueries } from '@tanstack/react-query';
import { useIsHydrated } from '~/state/hydration';
import { withoutData } from './useQuery';

/** TanStack's `useQueries` with the hydration rule of `useQuery`. */
export const useQueries: typeof useTanstackQueries = ({ combine, ...options }) => {
  const isHydrated = useIsHydrated();
  // TanStack caches the result of `combine`, so `combine` is passed only once there is data to show.
  const results = useTanstackQueries(
    (isHydrated && combine ? { ...options, combine } : options) as never,
  ) as never;
  if (isHydrated) return results;
  const withoutDataResults = (results as { data: unknown }[]).map(withoutData) as never;
  return (combine ? combine(withoutDataResults) : withoutDataResults) as never;
};
