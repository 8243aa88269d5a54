import { useStore } from '~/state/useStore';

/** A confirmation question. */
export interface Question {
  title: string;
  text: string;
  /** Label of the confirming button: 'Delete'. */
  action: string;
}

export interface PendingQuestion extends Question {
  id: number;
  answer: (isConfirmed: boolean) => void;
}

let pending: PendingQuestion | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function setPending(next: PendingQuestion | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Shows a confirmation dialog and resolves to the answer. A new question answers the pending one with false. */
export function confirm(question: Question): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      setPending(null);
      resolve(isConfirmed);
    };
    setPending({ ...question, id: nextId++, answer });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the pending question. */
export function useQuestion(): PendingQuestion | null {
  return useStore(subscribe, () => pending);
}
