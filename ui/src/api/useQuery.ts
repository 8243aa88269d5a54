import { type UseQueryOptions, useQuery as useTanstackQuery } from '@tanstack/react-query';
import { useIsHydrated } from '~/state/hydration';

/**
 * Returns the query as pending, whatever data it has. Inherits from the result, whose getters track which fields a
 * component reads.
 */
export function withoutData<Result extends { data: unknown }>(result: Result): Result {
  if (result.data === undefined) return result;
  const fields = { data: undefined, status: 'pending', isPending: true, isLoading: true, isSuccess: false };
  const own = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.create(result, Object.fromEntries(own));
}

/**
 * TanStack's `useQuery`. On prerendered pages the first render shows no data, as the build did; the data that came with
 * the page shows in the next render.
 */
export const useQuery: typeof useTanstackQuery = (options: UseQueryOptions) => {
  const isHydrated = useIsHydrated();
  const result = useTanstackQuery(options);
  return (isHydrated ? result : withoutData(result)) as never;
};
