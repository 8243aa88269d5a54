import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState';
import { ErrorState } from './ErrorState';

/** The part of a query this needs; any query result fits. */
interface Loading<T> {
  data: T | undefined;
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

interface Props<T> {
  query: Loading<T>;
  /** As large as the data will be, so that nothing jumps. */
  skeleton: ReactNode;
  errorText?: string;
  /** When given, data for which `isEmpty` holds (by default: an empty list) shows this sentence. */
  emptyText?: string;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0;

/** The four states of a panel: loading, error, empty, data. Old data outlives a failed refetch. */
export function QueryState<T>({
  query,
  skeleton,
  errorText,
  emptyText,
  isEmpty = isEmptyList,
  children,
}: Props<T>) {
  if (query.data !== undefined) {
    return emptyText && isEmpty(query.data) ? <EmptyState text={emptyText} /> : children(query.data);
  }
  if (query.isError) {
    return <ErrorState text={errorText ?? "Couldn't load this panel."} onRetry={() => query.refetch()} />;
  }
  return skeleton;
}
