import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Holds the session's choices where storage is forbidden. */
const memory = new Map<string, string>();

/** A text of this browser's storage, or of this page where storage is forbidden. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeText(key: string, text: string): void {
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // A private window: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener); // another tab chose
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** One of a few texts, remembered in this browser. A stored value that is no choice reads as the first. */
export function useRemembered<C extends string>(
  key: string,
  choices: readonly [C, ...C[]],
): [C, (next: C) => void] {
  const name = `marketdeck.${key}`;
  const stored = useSyncExternalStore(subscribe, () => readText(name));
  const value = choices.find((choice) => choice === stored) ?? choices[0];
  return [value, useCallback((next: C) => writeText(name, next), [name])];
}

/** Some short texts, remembered in this browser; none at first. */
export function useRememberedList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const name = `marketdeck.${key}`;
  const stored = useSyncExternalStore(subscribe, () => readText(name));
  return [
    stored ? stored.split('\n') : NOTHING,
    useCallback((next: readonly string[]) => writeText(name, next.join('\n')), [name]),
  ];
}
const NOTHING: readonly string[] = [];
