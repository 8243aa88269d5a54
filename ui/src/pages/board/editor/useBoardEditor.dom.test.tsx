import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { configQuery, createQueryClient } from '~/api/queries';
import type { Board } from '~/api/types';
import { boardsQuery } from '../boardQueries';
import { useBoardEditor } from './useBoardEditor';

const BOARD = { name: 'wall', title: 'Wall', tiles: [] } as unknown as Board;
const titled = (title: string): Board => ({ ...BOARD, title });

test('boards that were asked for before a change was saved take nothing back', async () => {
  const client = createQueryClient();
  const { queryKey } = boardsQuery;
  client.setQueryData(queryKey, [BOARD]);
  const config = {
    asksPassword: false,
    channelsOnPage: true,
    contactEmail: null,
    market: 'sample',
    readOnly: false,
    version: '1',
  };
  client.setQueryData(configQuery.queryKey, config);
  const answers: ((board: Board) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => answers.push((board) => resolve(Response.json(board)))),
  );
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const boards = useQuery({ ...boardsQuery, enabled: false, refetchInterval: false });
      return useBoardEditor(boards.data?.[0] ?? BOARD);
    },
    { wrapper },
  );
  act(() => result.current.change({ title: 'One' }));
  await act(async () => answers[0]?.(titled('One')));
  expect(result.current.saving.state).toBe('saved');
  act(() => result.current.change({ title: 'Two' }));
  await act(async () => {
    client.setQueryData(queryKey, [titled('One')]);
    answers[1]?.(titled('Two'));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(result.current.saving.state).toBe('saved');
  expect(result.current.board.title).toBe('Two');
  expect(result.current.canUndo).toBe(true);
  act(() => result.current.undo());
  expect(result.current.board.title).toBe('One');
  vi.unstubAllGlobals();
});
