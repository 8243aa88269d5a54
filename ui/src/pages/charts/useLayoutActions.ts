import { useNavigate } from 'react-router-dom';
import { call } from '~/api/call';
import { freeName } from '~/api/freeName';
import { chartLayoutsQuery } from '~/api/queries';
import type { ChartLayout } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { paths } from '~/paths';
import type { Layout } from './layout';
import { putLayout } from './useSavedLayout';

const refresh = [chartLayoutsQuery.queryKey];

/** Saves a layout under a new name, and deletes one, which can be undone. */
export function useLayoutActions(layouts: readonly ChartLayout[]) {
  const navigate = useNavigate();
  const put = useAction({
    send: ({ name, layout }: { name: string; layout: Layout }) => putLayout(name, layout),
    refresh,
    failed: false,
  });
  const restore = useAction({
    send: ({ name, layout }: { name: string; layout: Layout }) => putLayout(name, layout),
    refresh,
    done: (_, { name }) => {
      navigate(paths.chartLayout(name));
      return undefined;
    },
    failed: "Couldn't restore the layout.",
  });
  const remove = useAction({
    send: ({ name }: { name: string; layout: Layout }) =>
      call('delete', '/api/chart-layouts/{name}', { path: { name } }),
    refresh,
    done: (_, deleted) => {
      navigate(paths.charts);
      return ['Layout deleted', deleted.layout.title, () => restore.mutate(deleted)];
    },
    failed: "Couldn't delete the layout.",
  });
  /** Saves a layout as a new one and opens it. Resolves to the sentence that says why it can't be saved, or to undefined. */
  const saveAs = async (layout: Layout): Promise<string | undefined> => {
    const name = freeName(layouts as readonly { name: string }[], layout.title, 'layout');
    try {
      await put.mutateAsync({ name, layout });
    } catch (cause) {
      return errorText(cause as Error, "Couldn't reach the server.");
    }
    navigate(paths.chartLayout(name));
    return undefined;
  };
  return { saveAs, remove: remove.mutate };
}

export type LayoutActions = ReturnType<typeof useLayoutActions>;
