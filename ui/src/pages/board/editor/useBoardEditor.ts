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
 * A board under change. Every change shows at once and is sent to the server; the newest waits while one is on its way.
 * What the server refuses is taken back, with its sentence.
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
  // Changed on another device: it goes on from there, unless a change of its own is on its way, which then counts.
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
        // Boards that were asked for before are older than this one: on this page they would look like a change of
        // another device.
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

/** Another device saved the board meanwhile. */
class ChangedElsewhereError extends Error {
  constructor(readonly board: Board) {
    super("This board was changed on another device. Your last change wasn't saved.");
  }
}

/** Throws a `ChangedElsewhereError` where the server's board is not the one that was saved or loaded last. */
async function checkUnchanged(known: Board): Promise<void> {
  const board = await call('get', '/api/boards/{name}', { path: { name: known.name } });
  if (!isSame(board, known)) throw new ChangedElsewhereError(board);
}

/** Boards are plain data, written in one order by the server. */
const isSame = (one: Board, other: Board) => JSON.stringify(one) === JSON.stringify(other);

export type BoardEditor = ReturnType<typeof useBoardEditor>;

const reasonOf = (cause: unknown): string => {
  if (cause instanceof ChangedElsewhereError) return cause.message;
  return cause instanceof ApiError ? cause.detail : "Couldn't reach the server. Your change was undone.";
};
