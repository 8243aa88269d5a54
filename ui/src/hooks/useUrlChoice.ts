import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How a choice enters the browser's history: 'push' if Back should undo it (a tab), 'replace' if not (a filter, a sort order). */
export type HistoryMode = 'push' | 'replace';

/** The history state that tells `useScrollRestoration` to keep the scroll position, for a different choice on the same page. */
export const KEEP_SCROLL = { keepScroll: true } as const;

/**
 * Keeps a choice in the URL (`?sector=Energy`), so that it survives a reload and can be shared. The first choice is the default: it is
 * left out of the URL, and replaces an invalid value.
 */
export function useUrlChoice<C extends string>(
  name: string,
  choices: readonly [C, ...C[]],
  mode: HistoryMode = 'replace',
): [C, (next: C) => void] {
  const [text, setText] = useUrlText(name, mode);
  const value = choices.find((choice) => choice === text) ?? choices[0];
  return [value, (next) => setText(next === choices[0] ? '' : next)];
}

/** Parameters that a part of a page reads and changes in place of the URL's, as each of several charts does. */
export interface ParameterScope {
  parameters: URLSearchParams;
  /** An empty text removes a parameter. */
  change: (changes: Record<string, string>) => void;
}

/** Provides the scope of a part of a page; null for the URL. */
export const ParameterScopeContext = createContext<ParameterScope | null>(null);

/** Keeps a text in the URL. An empty text removes the parameter. */
export function useUrlText(name: string, mode?: HistoryMode): [string, (next: string) => void] {
  const [urlParams] = useSearchParams();
  const params = useContext(ParameterScopeContext)?.parameters ?? urlParams;
  const change = useUrlChange(mode);
  return [params.get(name) ?? '', (text) => change({ [name]: text })];
}

/** Provides a function that returns true while the next page loads: the URL has changed, but the old page still shows. */
export const IsLeavingContext = createContext<() => boolean>(() => false);

/**
 * Returns a function that changes several URL parameters at once. Two separate changes would both start from the same URL, so that the
 * second would undo the first. Does nothing while the user is leaving the page, because a change would navigate back.
 */
export function useUrlChange(mode: HistoryMode = 'replace'): (changes: Record<string, string>) => void {
  const [, setParams] = useSearchParams();
  const isLeaving = useContext(IsLeavingContext);
  const scope = useContext(ParameterScopeContext);
  if (scope) return scope.change;
  return (changes) => {
    if (isLeaving()) return;
    setParams((previous) => withParameters(previous, changes), {
      replace: mode === 'replace',
      state: KEEP_SCROLL,
    });
  };
}

/** Returns a copy of the parameters with changes. */
export function withParameters(
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text);
    else next.delete(name);
  }
  return next;
}
