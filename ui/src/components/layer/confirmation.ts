import { useStore } from '~/state/useStore';

/** What somebody is asked before something is lost. */
export interface Question {
  title: string;
  text: string;
  /** The word on the button that goes on: 'Delete'. */
  action: string;
}

interface PendingQuestion extends Question {
  id: number;
  answer: (agreed: boolean) => void;
}

let pending: PendingQuestion | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function put(next: PendingQuestion | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Asks in a dialog and resolves to whether the person agreed. Another question takes its place as a 'no'. */
export function confirm(question: Question): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    const answer = (agreed: boolean) => {
      put(null);
      resolve(agreed);
    };
    put({ ...question, id: nextId++, answer });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question that waits for its answer. */
export function useQuestion(): PendingQuestion | null {
  return useStore(subscribe, () => pending);
}
