import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { boardsQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import { useReadOnly } from '~/widgets/useReadOnly';
import { begin, changed, type History, redone, undone } from './history';

const { queryKey } = boardsQuery;

export type Saving = { state: 'saved' | 'saving' } | { state: 'failed'; why: string };

/**
 * The state of a board being edited. Every change shows at once and is sent to the server; the newest change waits
 * while one is being sent. A rejected change is undone and the server's error is shown.
 */
export function useBoardEditor(loaded: Board) {
  const client = useQueryClient();
  const readOnly = useReadOnly();
  const [history, setHistory] = useState<History<Board>>(() => begin(loaded));
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const saved = useRef(loaded);
  const waiting = useRef<Board>(undefined);
  const busy = useRef(false);
  const [seen, setSeen] = useState(loaded);
  // After a change on another device, editing continues from that version, unless a local change is being sent, which
  // then wins.
  if (seen !== loaded) {
    setSeen(loaded);
    if (saving.state !== 'saving' && !isSame(loaded, saved.current)) {
      saved.current = loaded;
      setHistory(begin(loaded));
    }
  }

  const send = async (board: Board) => {
    waiting.current = board;
    if (busy.current) return;
    busy.current = true;
    setSaving({ state: 'saving' });
    try {
      while (waiting.current) {
        const next: Board = waiting.current;
        waiting.current = undefined;
        await checkUnchanged(saved.current);
        const board = await call('put', '/api/boards/{name}', { path: { name: next.name }, payload: next });
        saved.current = board;
        // Cancels pending board requests: their older data would look like a change from another device.
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, (all) => all?.map((each) => (each.name === board.name ? board : each)));
      }
      setSaving({ state: 'saved' });
    } catch (cause) {
      waiting.current = undefined;
      if (cause instanceof ChangedElsewhereError) saved.current = cause.board;
      setHistory(begin(saved.current));
      setSaving({ state: 'failed', why: reasonOf(cause) });
    } finally {
      busy.current = false;
      void client.invalidateQueries({ queryKey });
    }
  };
  const go = (next: History<Board>) => {
    if (readOnly || next === history) return;
    setHistory(next);
    void send(next.present);
  };
  return {
    board: history.present,
    saving,
    readOnly,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next: Partial<Board>) => go(changed(history, { ...history.present, ...next })),
    undo: () => go(undone(history)),
    redo: () => go(redone(history)),
  };
}

/** Another device saved the board in the meantime. */
class ChangedElsewhereError extends Error {
  constructor(readonly board: Board) {
    super("This board was changed on another device. Your last change wasn't saved.");
  }
}

/** Throws a `ChangedElsewhereError` if the server's board differs from the one last saved or loaded. */
async function checkUnchanged(known: Board): Promise<void> {
  const board = await call('get', '/api/boards/{name}', { path: { name: known.name } });
  if (!isSame(board, known)) throw new ChangedElsewhereError(board);
}

/** Boards are plain data that the server writes in a fixed order. */
const isSame = (one: Board, other: Board) => JSON.stringify(one) === JSON.stringify(other);

export type BoardEditor = ReturnType<typeof useBoardEditor>;

const reasonOf = (cause: unknown): string => {
  if (cause instanceof ChangedElsewhereError) return cause.message;
  return cause instanceof ApiError ? cause.detail : "Couldn't reach the server. Your change was undone.";
};
