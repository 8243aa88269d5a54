import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState';
import { ErrorState } from './ErrorState';

/** The fields of a query result that are used here. */
interface QueryFields<T> {
  data: T | undefined;
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

interface Props<T> {
  query: QueryFields<T>;
  /** A placeholder as tall as the data, so that nothing moves when the data arrives. */
  skeleton: ReactNode;
  errorText?: string;
  /** Shown if `isEmpty` returns true for the data (by default, for an empty list). */
  emptyText?: string;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0;

/** Renders one of the four states of a panel: loading, error, empty or data. Old data stays visible after a failed refetch. */
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
