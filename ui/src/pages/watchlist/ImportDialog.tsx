import { Dialog } from '~/components/layer/Dialog';
import { ListImport } from './ListImport';
import type { Entries } from './parseEntries';

/** The import of a file that names symbols which nobody follows here yet. */
export default function ImportDialog(props: { listId: number; list: Entries; onClose: () => void }) {
  return (
    <Dialog title="Import a list" width={32} onClose={props.onClose}>
      <ListImport {...props} />
    </Dialog>
  );
}
