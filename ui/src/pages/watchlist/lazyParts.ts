/** Parts that open on a list, in a shared chunk. */

export { default as EntryMenu } from './EntryMenu';
export { default as ImportDialog } from './ImportDialog';
export { default as ShareListDialog } from './ShareListDialog';
