import { useCallback } from 'react';
import { basePath } from '~/paths';
import { useStore } from './useStore';

const listeners = new Set<() => void>();
/** Values by key, used instead of the browser's storage where it is blocked. They last as long as the page. */
const memory = new Map<string, string>();

/** Adds the base path to a storage key, because another installation may use the same host under another path. */
export function scoped(key: string): string {
  const base = basePath();
  return base === '/' ? key : `${key} ${base}`;
}

/** Reads a value from the browser's storage, or from memory where storage is blocked. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(scoped(key));
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Writes a value to the browser's storage; null removes the key. */
export function writeText(key: string, text: string | null): void {
  if (text === null) memory.delete(key);
  else memory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(scoped(key));
    else localStorage.setItem(scoped(key), text);
  } catch {
    // Storage is blocked, as in some private windows. `memory` has the value.
  }
  for (const listener of listeners) listener();
}

/** Reads a value that lasts as long as the tab; null where storage is blocked. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(scoped(key));
  } catch {
    return null;
  }
}

/** Writes a value that lasts as long as the tab. Does nothing where storage is blocked. */
export function writeSession(key: string, text: string): void {
  try {
    sessionStorage.setItem(scoped(key), text);
  } catch {
    // Storage is blocked, so the value is lost.
  }
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

/** Returns the storage key of a choice made in this browser. The color scheme has Mantine's key. */
export const browserKey = (key: string): string =>
  key === 'color-scheme' ? 'mantine-color-scheme-value' : `marketdeck.${key}`;
/** Returns the storage key of the local copy of a setting that all devices share. The next visit starts with this copy. */
export const sharedKey = (key: string): string => `marketdeck.shared.${key}`;

/** Returns the choice made in this browser, else the shared one, else ''. */
export const readSetting = (key: string): string =>
  readText(browserKey(key)) ?? readText(sharedKey(key)) ?? '';

/** Returns a text stored in this browser, else the shared one, and a function that stores a text in this browser. */
export function useStoredText(key: string): [string, (next: string) => void] {
  const stored = useStore(subscribe, () => readSetting(key));
  return [stored, useCallback((next: string) => writeText(browserKey(key), next), [key])];
}

/** Like `useStoredText`, for one of several choices. An invalid stored value counts as the first choice. */
export function useStoredChoice<C extends string>(
  key: string,
  choices: readonly [C, ...C[]],
): [C, (next: C) => void] {
  const [stored, choose] = useStoredText(key);
  return [choices.find((choice) => choice === stored) ?? choices[0], choose];
}

/** Like `useStoredText`, for a list of short texts without line breaks; not shared, and empty by default. */
export function useStoredList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const name = browserKey(key);
  const stored = useStore(subscribe, () => readText(name));
  return [
    stored ? stored.split('\n') : EMPTY_LIST,
    useCallback((next: readonly string[]) => writeText(name, next.join('\n')), [name]),
  ];
}

const EMPTY_LIST: readonly string[] = [];
