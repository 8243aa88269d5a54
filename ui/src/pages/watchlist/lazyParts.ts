/** What opens on a list: fetched together. */
export { default as EntryMenu } from './EntryMenu';
export { default as ImportDialog } from './ImportDialog';
