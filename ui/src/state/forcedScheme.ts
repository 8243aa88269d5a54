import { useStore } from './useStore';

type Scheme = 'light' | 'dark';

let forced: Scheme | undefined;
const listeners = new Set<() => void>();

/** Shows the app in a scheme whatever was chosen and whatever the system says; undefined ends it. */
export function forceScheme(scheme: Scheme | undefined): void {
  forced = scheme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scheme that a page forces on the app; undefined where none does. */
export const useForcedScheme = (): Scheme | undefined => useStore(subscribe, () => forced);
