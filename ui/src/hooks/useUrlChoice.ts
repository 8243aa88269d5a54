import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Whether a choice is a step that 'Back' undoes (a tab), or part of where one is (a filter, a sort order). */
export type HistoryStep = 'push' | 'replace';

/** State of a history entry that is another choice on the same page: it leaves the page where it is scrolled to. */
export const KEEP_SCROLL = { keepScroll: true } as const;

/**
 * A choice kept in the URL (`?sector=Energy`), so that it survives a reload and can be sent to somebody.
 * A value that is no choice reads as the first, which itself is not written.
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

/** Any text kept in the URL; the empty text takes its name out. */
export function useUrlText(name: string, step?: HistoryStep): [string, (next: string) => void] {
  const [params] = useSearchParams();
  const change = useUrlChange(step);
  return [params.get(name) ?? '', (text) => change({ [name]: text })];
}

/** Whether the address is another page's already, whose code is on its way: the router says. */
export const IsLeaving = createContext<() => boolean>(() => false);

/**
 * Writes several texts at once: two changes in a row would each start from the same address. A page that is being left
 * writes nothing: that would lead back to it.
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
