import { createStore, useStore } from './useStore';

const shown = createStore(false);

/** Opens or closes the list of keyboard shortcuts. */
export const showShortcuts = shown.set;

/** Returns true while the list of keyboard shortcuts is open. */
export const useShortcutsShown = (): boolean => useStore(shown.subscribe, shown.get);
