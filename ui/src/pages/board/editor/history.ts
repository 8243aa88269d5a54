/** Undo history: past states, the current state, and undone states. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

/** Maximum number of undo steps: an editor that stays open must not grow without limit. */
const MAX_UNDO_STEPS = 100;

/** Creates a history whose only state is `present`. */
export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** Adds a change, which clears the undone states. */
export const recordChange = <T>({ past, present }: History<T>, next: T): History<T> => ({
  past: [...past, present].slice(-MAX_UNDO_STEPS),
  present: next,
  future: [],
});

/** Goes back to the previous state, if any. */
export function undoChange<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

/** Restores the last undone state, if any. */
export function redoChange<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: rest };
}
