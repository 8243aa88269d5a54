import { useQueries as useTanstackQueries } from '@tanstack/react-query';
import { useIsHydrated } from '~/state/hydration';
import { withoutData } from './useQuery';

/** TanStack's `useQueries`, with the rule of `useQuery`. */
export const useQueries: typeof useTanstackQueries = ({ combine, ...options }) => {
  const isHydrated = useIsHydrated();
  // It keeps what `combine` made until an answer changes, so it is given it as soon as there are answers to show.
  const results = useTanstackQueries(
    (isHydrated && combine ? { ...options, combine } : options) as never,
  ) as never;
  if (isHydrated) return results;
  const shown = (results as { data: unknown }[]).map(withoutData) as never;
  return (combine ? combine(shown) : shown) as never;
};
