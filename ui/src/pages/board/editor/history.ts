/** Undo history: past states, the current state, and undone states. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

/** Maximum number of undo steps: an editor that stays open must not grow without limit. */
const MAX_UNDO_STEPS = 100;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

export const withChange = <T>({ past, present }: History<T>, next: T): History<T> => ({
  past: [...past, present].slice(-MAX_UNDO_STEPS),
  present: next,
  future: [],
});

export function withUndo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

export function withRedo<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: rest };
}
