import { useCallback } from 'react';
import { basePath } from '~/paths';
import { useStore } from './useStore';

const listeners = new Set<() => void>();
/** Values for this page where storage is forbidden. */
const memory = new Map<string, string>();

/** Returns a storage key for this installation: another one may be at the same host under another path. */
export function scoped(key: string): string {
  const base = basePath();
  return base === '/' ? key : `${key} ${base}`;
}

/** Reads from the browser's storage, or from this page's memory where storage is forbidden. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(scoped(key));
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Writes to the browser's storage; null removes the key. */
export function writeText(key: string, text: string | null): void {
  if (text === null) memory.delete(key);
  else memory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(scoped(key));
    else localStorage.setItem(scoped(key), text);
  } catch {
    // Storage is forbidden, as in a private window: the value lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` after every write, in this tab or in another. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener); // other tabs
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The storage key of a choice made in this browser. The color scheme has Mantine's key. */
export const browserKey = (key: string): string =>
  key === 'color-scheme' ? 'mantine-color-scheme-value' : `marketdeck.${key}`;
/** The storage key of a setting shared by all devices: a copy of the server's, for the start of the next visit. */
export const sharedKey = (key: string): string => `marketdeck.shared.${key}`;

/** Returns the choice made in this browser, else the shared one, else ''. */
export const readSetting = (key: string): string =>
  readText(browserKey(key)) ?? readText(sharedKey(key)) ?? '';

/** State kept in the browser's storage. */
export function useStoredText(key: string): [string, (next: string) => void] {
  const chosen = useStore(subscribe, () => readSetting(key));
  return [chosen, useCallback((next: string) => writeText(browserKey(key), next), [key])];
}

/** The same for one of several choices. An invalid stored value reads as the first. */
export function useStoredChoice<C extends string>(
  key: string,
  choices: readonly [C, ...C[]],
): [C, (next: C) => void] {
  const [chosen, choose] = useStoredText(key);
  return [choices.find((choice) => choice === chosen) ?? choices[0], choose];
}

/** The same for a list of short texts, empty by default. */
export function useStoredList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const name = browserKey(key);
  const stored = useStore(subscribe, () => readText(name));
  return [
    stored ? stored.split('\n') : NOTHING,
    useCallback((next: readonly string[]) => writeText(name, next.join('\n')), [name]),
  ];
}

const NOTHING: readonly string[] = [];
