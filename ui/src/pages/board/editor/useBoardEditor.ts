import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { boardsQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import { useReadOnly } from '~/widgets/useReadOnly';
import { type History, recordChange, redoChange, startHistory, undoChange } from './history';

const { queryKey } = boardsQuery;

export type Saving =
  | { state: 'saved' | 'saving' }
  /** The board as edited here is in `mine` if another device has changed the board. */
  | { state: 'failed'; message: string; mine?: Board };

/**
 * The state of a board being edited. Every change shows at once and is sent to the server; the newest change waits
 * while one is being sent. A rejected change is undone and the server's error is shown. If another device has changed the board, its
 * version is shown, and the user can save their own instead.
 */
export function useBoardEditor(loaded: Board) {
  const client = useQueryClient();
  const readOnly = useReadOnly();
  const [history, setHistory] = useState<History<Board>>(() => startHistory(loaded));
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const saved = useRef(loaded);
  const queued = useRef<Board>(undefined);
  const isSending = useRef(false);
  const [lastLoaded, setLastLoaded] = useState(loaded);
  // After a change on another device, editing continues from that version, unless a local change is being sent, which
  // then wins.
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded);
    if (saving.state !== 'saving' && !isSame(loaded, saved.current)) {
      saved.current = loaded;
      setHistory(startHistory(loaded));
    }
  }

  const send = async (board: Board) => {
    queued.current = board;
    if (isSending.current) return;
    isSending.current = true;
    setSaving({ state: 'saving' });
    let next = board;
    try {
      while (queued.current) {
        next = queued.current;
        queued.current = undefined;
        const payload = { ...contentOf(next), version: saved.current.version };
        const board = await call('put', '/api/boards/{name}', { path: { name: next.name }, payload });
        saved.current = board;
        // Cancels pending board requests: their older data would look like a change from another device.
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, (all) => all?.map((each) => (each.name === board.name ? board : each)));
      }
      setSaving({ state: 'saved' });
    } catch (cause) {
      const mine = queued.current ?? next;
      queued.current = undefined;
      const theirs = cause instanceof ApiError ? (cause.current as Board | null | undefined) : undefined;
      if (theirs) saved.current = theirs;
      setHistory(startHistory(saved.current));
      setSaving({ state: 'failed', message: reasonOf(cause), ...(theirs && { mine }) });
    } finally {
      isSending.current = false;
      void client.invalidateQueries({ queryKey });
    }
  };
  const apply = (next: History<Board>) => {
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
    change: (next: Partial<Board>) => apply(recordChange(history, { ...history.present, ...next })),
    undo: () => apply(undoChange(history)),
    redo: () => apply(redoChange(history)),
    /** Replaces the version of another device with the board as edited here. */
    saveMine: () => {
      if (saving.state === 'failed' && saving.mine) apply(recordChange(history, saving.mine));
    },
  };
}

/** Returns a board without what a change of it can't contain. */
const contentOf = ({ ownerName: _owner, access: _access, shares: _shares, ...content }: Board) => content;

/** Compares boards as JSON, which works because the server writes their fields in a fixed order. */
const isSame = (a: Board, b: Board) => JSON.stringify(a) === JSON.stringify(b);

export type BoardEditor = ReturnType<typeof useBoardEditor>;

const reasonOf = (cause: unknown): string =>
  cause instanceof ApiError ? cause.detail : "Couldn't reach the server. Your change was undone.";
