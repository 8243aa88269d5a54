import { type UseQueryOptions, useQuery as useTanstackQuery } from '@tanstack/react-query';
import { useIsHydrated } from '~/state/hydration';

/** A query that is not answered yet, whatever it knows. It inherits from the result, whose getters note which fields a part reads. */
export function withoutData<Result extends { data: unknown }>(result: Result): Result {
  if (result.data === undefined) return result;
  const fields = { data: undefined, status: 'pending', isPending: true, isLoading: true, isSuccess: false };
  const own = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.create(result, Object.fromEntries(own));
}

/**
 * TanStack's `useQuery`. Where the build drew the page, the first drawing shows no data, as the build did: answers that came with
 * the page show in the one after it.
 */
export const useQuery: typeof useTanstackQuery = (options: UseQueryOptions) => {
  const isHydrated = useIsHydrated();
  const result = useTanstackQuery(options);
  return (isHydrated ? result : withoutData(result)) as never;
};
