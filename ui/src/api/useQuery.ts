import { type UseQueryOptions, useQuery as useTanstackQuery } from '@tanstack/react-query';
import { useIsHydrated } from '~/state/hydration';

/**
 * Returns a query result as pending, even if it has data. The returned object inherits from the result, whose getters track which fields
 * a component reads.
 */
export function withoutData<Result extends { data: unknown }>(result: Result): Result {
  if (result.data === undefined) return result;
  const fields = { data: undefined, status: 'pending', isPending: true, isLoading: true, isSuccess: false };
  const properties = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.create(result, Object.fromEntries(properties));
}

/**
 * TanStack's `useQuery` for prerendered pages: the first render has no data, like the prerendered HTML, and the next one shows the data
 * that was included in the page.
 */
export const useQuery: typeof useTanstackQuery = (options: UseQueryOptions) => {
  const isHydrated = useIsHydrated();
  const result = useTanstackQuery(options);
  return (isHydrated ? result : withoutData(result)) as never;
};
