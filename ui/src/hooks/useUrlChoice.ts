import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * 'push' for a choice that the Back button undoes (a tab), 'replace' for others (a filter, a sort order).
 */
export type HistoryStep = 'push' | 'replace';

/** State of a history entry for another choice on the same page: keeps the scroll position. */
export const KEEP_SCROLL = { keepScroll: true } as const;

/**
 * Keeps a choice in the URL (`?sector=Energy`), so that it survives a reload and can be shared. An invalid value counts as the
 * first choice, which is the default and is not written.
 */
export function useUrlChoice<C extends string>(
  name: string,
  choices: readonly [C, ...C[]],
  step: HistoryStep = 'replace',
): [C, (next: C) => void] {
  const [text, setText] = useUrlText(name, step);
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
export function useUrlText(name: string, step?: HistoryStep): [string, (next: string) => void] {
  const [urlParams] = useSearchParams();
  const params = useContext(ParameterScopeContext)?.parameters ?? urlParams;
  const change = useUrlChange(step);
  return [params.get(name) ?? '', (text) => change({ [name]: text })];
}

/** Provides a function that returns true if the URL already belongs to the next page, whose code is still loading. */
export const IsLeaving = createContext<() => boolean>(() => false);

/**
 * Returns a function that changes several URL parameters at once; of two separate changes, the second would undo the first. Does
 * nothing while the user is leaving the page, because a change would navigate back.
 */
export function useUrlChange(step: HistoryStep = 'replace'): (changes: Record<string, string>) => void {
  const [, setParams] = useSearchParams();
  const isLeaving = useContext(IsLeaving);
  const scope = useContext(ParameterScopeContext);
  if (scope) return scope.change;
  return (changes) => {
    if (isLeaving()) return;
    setParams((previous) => withParameters(previous, changes), {
      replace: step === 'replace',
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
