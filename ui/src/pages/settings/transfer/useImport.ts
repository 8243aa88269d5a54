import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import type { Export } from '~/api/types';
import { useAction } from '~/api/useAction';
import { confirm } from '~/components/layer/confirmation';
import { toast } from '~/state/toasts';
import { KINDS, type Mode, summary } from './labels';

/** Imports a file, after confirmation if something would be deleted. */
export function useImport(content: Export, mode: Mode, onDone: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useAction({
    send: () => call('post', '/api/import', { query: { mode }, payload: content }),
    done: async (done) => {
      toast('Imported', summary(done));
      // The preview can't know all omissions: looking up symbols may fail.
      if (done.leftOut.length > 0) toast('Left out', done.leftOut.join(' '), 'destructive');
      onDone();
      await Promise.all(Object.keys(KINDS).map((kind) => client.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const importFile = async () => {
    const agreed =
      mode === 'merge' ||
      (await confirm({
        title: 'Replace existing data',
        text: 'Watchlists, alerts, boards and settings that are not in the file will be deleted.',
        action: 'Replace',
      }));
    if (agreed) mutate();
  };
  return { importFile, isPending };
}
