import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { freeName } from '~/api/freeName';
import { boardsQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import { paths } from '~/paths';
import { toast } from '~/state/toasts';

/** Creates an empty board and opens its editor. */
export function useNewBoard(boards: readonly Board[]) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const name = freeName(boards, '', 'board');
    const title = `Board ${boards.length + 1}`;
    try {
      await call('put', '/api/boards/{name}', { path: { name }, payload: { title, tiles: [] } });
      await client.refetchQueries({ queryKey: boardsQuery.queryKey });
      navigate(paths.boardEditor(name));
    } catch (cause) {
      const reason = cause instanceof ApiError ? cause.detail : "Couldn't reach the server.";
      toast("Couldn't create the board", reason, 'destructive');
    }
  };
}
