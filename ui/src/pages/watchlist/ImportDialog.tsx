import { Dialog } from '~/components/layer/Dialog';
import { ListImport } from './ListImport';
import type { Entries } from './parseEntries';

/** The import of a file with symbols that aren't followed yet. */
export default function ImportDialog(props: { listId: number; list: Entries; onClose: () => void }) {
  return (
    <Dialog title="Import a list" width={32} onClose={props.onClose}>
      <ListImport {...props} />
    </Dialog>
  );
}
