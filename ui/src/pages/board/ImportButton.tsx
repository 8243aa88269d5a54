import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { freeName } from '~/api/freeName';
import { boardsQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import { Button } from '~/components/Button';
import { paths } from '~/paths';
import { toast } from '~/state/toasts';

/** Imports a board from an exported file; it is added and never replaces another board. */
export function ImportButton({ boards, readOnly }: { boards: readonly Board[]; readOnly: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const importFile = async (file: File) => {
    try {
      const payload = JSON.parse(await file.text()) as Board;
      const name = freeName(boards, String(payload.name ?? payload.title ?? ''), 'board');
      await call('put', '/api/boards/{name}', { path: { name }, payload });
      await client.refetchQueries({ queryKey: boardsQuery.queryKey });
      navigate(paths.boardEditor(name));
    } catch (cause) {
      toast("Couldn't import the board", reasonOf(cause), 'destructive');
    }
  };
  return (
    <>
      <Button variant="default" disabled={readOnly} onClick={() => field.current?.click()}>
        Import JSON
      </Button>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        aria-label="Board file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) void importFile(file);
        }}
      />
    </>
  );
}

function reasonOf(cause: unknown): string {
  if (cause instanceof ApiError) return cause.detail;
  return cause instanceof SyntaxError ? "This file doesn't contain a board." : "Couldn't reach the server.";
}
