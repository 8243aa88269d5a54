import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/state/toasts';
import { ApiError } from './client';

/** A toast's title, its text or lines, and its 'Undo' action. */
type Message = readonly [title: string, text?: string | readonly string[] | null, undo?: () => void];

interface Action<Input, Output, Data> {
  send: (input: Input) => Promise<Output>;
  /** Keys of the queries to fetch again after success and after failure. */
  refresh?: readonly QueryKey[];
  /** Runs after success; may return a toast to show. */
  done?: (output: Output, input: Input) => Message | undefined | Promise<void>;
  /**
   * The text of the error toast if the server gave no reason; by default the error's message. A function returns the whole text, or
   * false for no toast. With `false` there is no toast, because a form shows the error.
   */
  failed?: string | false | ((cause: Error, input: Input) => string | false);
  /** Shows the change before the server responds. On failure the change is rolled back, unless newer data has arrived. */
  optimistic?: { queryKey: QueryKey; update: (data: Data, input: Input) => Data };
  /** Actions of the same queue are sent one after another, and only the last one refreshes. */
  queue?: string;
  /** How long the response is cached after its component was unmounted, in milliseconds. */
  gcTime?: number;
}

/** Returns the server's error sentence, or `fallback`. */
export const errorText = (cause: Error, fallback = cause.message): string =>
  cause instanceof ApiError ? cause.detail : fallback;

/**
 * Changes something on the server: TanStack's `useMutation` with toasts, undo, refresh and optimistic updates.
 *
 *     const remove = useAction({
 *       send: (id: number) => call('delete', '/api/alerts/{id}', { path: { id } }),
 *       refresh: [alertsQuery.queryKey],
 *       done: (_, id) => ['Alert deleted', 'Your alert has been deleted', () => restore.mutate(id)],
 *       failed: 'Failed to delete the alert.',
 *     });
 *     remove.mutate(alert.id);
 */
export function useAction<Input = void, Output = unknown, Data = unknown>({
  send,
  refresh = [],
  done,
  failed,
  optimistic,
  queue,
  ...options
}: Action<Input, Output, Data>) {
  const client = useQueryClient();
  const mutationKey = [queue];
  return useMutation({
    ...options,
    ...(queue && { mutationKey, scope: { id: queue } }),
    mutationFn: (input: Input) => send(input),
    onMutate: (input) => {
      if (!optimistic) return;
      const { queryKey, update } = optimistic;
      // Does not wait, so that the next render shows the change.
      void client.cancelQueries({ queryKey });
      const previous = client.getQueryData<Data>(queryKey);
      const optimisticData = client.setQueryData<Data>(queryKey, previous && update(previous, input));
      return () =>
        client.setQueryData(queryKey, (current) => (current === optimisticData ? previous : current));
    },
    onSuccess: async (output, input) => {
      const message = await done?.(output, input);
      if (!message) return;
      const [title, text, run] = message;
      toast(title, text ?? undefined, 'default', run && { label: 'Undo', run });
    },
    onError: (cause, input, rollBack) => {
      rollBack?.();
      const text =
        typeof failed === 'function' ? failed(cause, input) : failed !== false && errorText(cause, failed);
      if (text !== false) toast('Error', text, 'destructive');
    },
    onSettled: () => {
      if (queue && client.isMutating({ mutationKey }) > 1) return;
      return Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
