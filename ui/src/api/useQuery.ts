import * as tanstack from '@tanstack/react-query';
import { useIsHydrated } from '~/state/hydration';

/** A query that is not answered yet, whatever it knows. */
function unanswered<Result extends { data: unknown }>(result: Result): Result {
  if (result.data === undefined) return result;
  const fields = { data: undefined, status: 'pending', isPending: true, isLoading: true, isSuccess: false };
  const own = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.create(result, Object.fromEntries(own));
}

/**
 * TanStack's `useQuery`. Where the build drew the page, the first drawing shows no data, as the build did: answers that came with
 * the page show in the one after it.
 */
export const useQuery: typeof tanstack.useQuery = (options: tanstack.UseQueryOptions) => {
  const isHydrated = useIsHydrated();
  const result = tanstack.useQuery(options);
  return (isHydrated ? result : unanswered(result)) as never;
};

/** TanStack's `useQueries`, with the same rule. */
export const useQueries: typeof tanstack.useQueries = ({ combine, ...options }) => {
  const isHydrated = useIsHydrated();
  // It keeps what `combine` made until an answer changes, so it is given it as soon as there are answers to show.
  const results = tanstack.useQueries(
    (isHydrated && combine ? { ...options, combine } : options) as never,
  ) as never;
  if (isHydrated) return results;
  const shown = (results as { data: unknown }[]).map(unanswered) as never;
  return (combine ? combine(shown) : shown) as never;
};
