import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * 'push' for a choice that 'Back' undoes (a tab), 'replace' for a part of the current place (a filter, a sort order).
 */
export type HistoryStep = 'push' | 'replace';

/** State of a history entry for another choice on the same page: keeps the scroll position. */
export const KEEP_SCROLL = { keepScroll: true } as const;

/**
 * A choice kept in the URL (`?sector=Energy`), so that it survives a reload and can be shared. An invalid value reads
 * as the first choice, which is not written.
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

/** A text kept in the URL; an empty text removes the parameter. */
export function useUrlText(name: string, step?: HistoryStep): [string, (next: string) => void] {
  const [params] = useSearchParams();
  const change = useUrlChange(step);
  return [params.get(name) ?? '', (text) => change({ [name]: text })];
}

/** Returns true if the URL already belongs to the next page, whose code is loading; provided by the router. */
export const IsLeaving = createContext<() => boolean>(() => false);

/**
 * Writes several parameters at once: two separate changes would start from the same URL. A page that is being left
 * writes nothing, because that would navigate back.
 */
export function useUrlChange(step: HistoryStep = 'replace'): (changes: Record<string, string>) => void {
  const [, setParams] = useSearchParams();
  const isLeaving = useContext(IsLeaving);
  return (changes) => {
    if (isLeaving()) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, text] of Object.entries(changes)) {
          if (text) next.set(name, text);
          else next.delete(name);
        }
        return next;
      },
      { replace: step === 'replace', state: KEEP_SCROLL },
    );
  };
}
