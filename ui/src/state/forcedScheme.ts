import { useStore } from './useStore';

type Scheme = 'light' | 'dark';

let forced: Scheme | undefined;
const listeners = new Set<() => void>();

/** Overrides the chosen color scheme and the system's; undefined removes the override. */
export function forceScheme(scheme: Scheme | undefined): void {
  forced = scheme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the color scheme set by `forceScheme`. */
export const useForcedScheme = (): Scheme | undefined => useStore(subscribe, () => forced);
