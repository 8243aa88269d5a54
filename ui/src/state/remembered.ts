import { useCallback } from 'react';
import { basePath } from '~/paths';
import { useStore } from './useStore';

const listeners = new Set<() => void>();
/** Holds the session's choices where storage is forbidden. */
const memory = new Map<string, string>();

/** A key of the storage for this installation: another one may be at the same host, under another path. */
export function scoped(key: string): string {
  const base = basePath();
  return base === '/' ? key : `${key} ${base}`;
}

/** A text of this browser's storage, or of this page where storage is forbidden. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(scoped(key));
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Null takes the text away. */
export function writeText(key: string, text: string | null): void {
  if (text === null) memory.delete(key);
  else memory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(scoped(key));
    else localStorage.setItem(scoped(key), text);
  } catch {
    // A private window: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Hears of every text that is written, in this tab or in another. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener); // another tab chose
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Where a choice made in this browser is kept; the colour scheme where Mantine has always kept it. */
export const ownKey = (key: string): string =>
  key === 'color-scheme' ? 'mantine-color-scheme-value' : `marketdeck.${key}`;
/** A copy of what the server keeps for every device, so that the next visit begins with it. */
export const sharedKey = (key: string): string => `marketdeck.shared.${key}`;

/** What was chosen in this browser, else for every device; empty where nobody chose. */
export const readChosen = (key: string): string => readText(ownKey(key)) ?? readText(sharedKey(key)) ?? '';

/** A text that was chosen, remembered in this browser. */
export function useRememberedText(key: string): [string, (next: string) => void] {
  const chosen = useStore(subscribe, () => readChosen(key));
  return [chosen, useCallback((next: string) => writeText(ownKey(key), next), [key])];
}

/** One of a few texts, remembered in this browser. A stored value that is no choice reads as the first. */
export function useRemembered<C extends string>(
  key: string,
  choices: readonly [C, ...C[]],
): [C, (next: C) => void] {
  const [chosen, choose] = useRememberedText(key);
  return [choices.find((choice) => choice === chosen) ?? choices[0], choose];
}

/** Some short texts, remembered in this browser; none at first. */
export function useRememberedList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const name = ownKey(key);
  const stored = useStore(subscribe, () => readText(name));
  return [
    stored ? stored.split('\n') : NOTHING,
    useCallback((next: readonly string[]) => writeText(name, next.join('\n')), [name]),
  ];
}

const NOTHING: readonly string[] = [];
