import { useStore } from './useStore';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the list of keyboard shortcuts. */
export function showShortcuts(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true while the list of keyboard shortcuts is open. */
export const useShortcutsShown = (): boolean => useStore(subscribe, () => isOpen);
