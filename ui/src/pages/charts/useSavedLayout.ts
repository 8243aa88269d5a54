import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { call } from '~/api/call';
import { chartLayoutsQuery } from '~/api/queries';
import type { ChartLayout } from '~/api/types';
import { useAction } from '~/api/useAction';
import { type Layout, layoutOf } from './layout';
import type { ChangeLayout } from './useAddressLayout';

/** A change is saved after this time without further changes, in milliseconds. */
const DEBOUNCE_MS = 600;

export type Saving = 'saving' | 'saved' | 'failed';

const { queryKey } = chartLayoutsQuery;

/**
 * A layout of the server. A change shows at once and is saved after a pause; the last device to save wins. Without unsaved changes,
 * changes from other devices show as they arrive.
 */
export function useSavedLayout(saved: ChartLayout & { name: string }) {
  const { name } = saved;
  const client = useQueryClient();
  const loaded = useMemo(() => layoutOf(saved), [saved]);
  const [own, setOwn] = useState<Layout | null>(null);
  const layout = own ?? loaded;
  const { mutate, ...save } = useAction({
    send: (next: Layout) => putLayout(name, next),
    done: async (savedLayout, sent) => {
      // Cancels pending requests, because a late response with an older state would undo the change.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) => all?.map((each) => (each.name === name ? savedLayout : each)));
      setOwn((now) => (now === sent ? null : now));
    },
    failed: "Couldn't save the layout. Your next change tries again.",
    queue: `layout ${name}`,
  });
  const latest = useRef({ layout, unsent: null as Layout | null });
  useLayoutEffect(() => {
    latest.current.layout = layout;
  });
  const send = useCallback(() => {
    const { unsent } = latest.current;
    latest.current.unsent = null;
    if (unsent) mutate(unsent);
  }, [mutate]);
  useEffect(() => {
    if (!own) return;
    const timer = setTimeout(send, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [own, send]);
  // A change is also saved if the user leaves the page right after it.
  useEffect(() => {
    const onHide = () => document.hidden && send();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      send();
    };
  }, [send]);
  const change = useCallback<ChangeLayout>((update) => {
    const next = update(latest.current.layout);
    Object.assign(latest.current, { layout: next, unsent: next });
    setOwn(next);
  }, []);
  const saving: Saving | null = save.isError ? 'failed' : own ? 'saving' : save.isSuccess ? 'saved' : null;
  return { layout, change, saving };
}

/** Creates or replaces a layout on the server. */
export const putLayout = (name: string, { title, charts, links }: Layout) =>
  call('put', '/api/chart-layouts/{name}', {
    path: { name },
    payload: { title, charts: charts.map((chart) => ({ ...chart })), links },
  });
