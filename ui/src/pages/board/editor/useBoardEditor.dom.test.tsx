import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { boardsQuery, configQuery, createQueryClient } from '~/api/queries';
import type { Board } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useBoardEditor } from './useBoardEditor';

const BOARD = { name: 'wall', title: 'Wall', tiles: [] } as unknown as Board;
const titled = (title: string): Board => ({ ...BOARD, title });

test('a late response with the board as it was before a change does not undo the change', async () => {
  const client = createQueryClient();
  const { queryKey } = boardsQuery;
  client.setQueryData(queryKey, [BOARD]);
  const config = {
    asksPassword: false,
    channelsOnPage: true,
    contactEmail: null,
    market: 'sample',
    offersSetup: false,
    person: null,
    readOnly: false,
    version: '1',
  };
  client.setQueryData(configQuery.queryKey, config);
  const responders: ((board: Board) => void)[] = [];
  let onServer = BOARD;
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json(onServer));
    return new Promise((resolve) =>
      responders.push((board) => {
        onServer = board;
        resolve(Response.json(board));
      }),
    );
  });
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
  await vi.waitFor(() => expect(responders).toHaveLength(1));
  await act(async () => responders[0]?.(titled('One')));
  expect(result.current.saving.state).toBe('saved');
  act(() => result.current.change({ title: 'Two' }));
  await vi.waitFor(() => expect(responders).toHaveLength(2));
  await act(async () => {
    client.setQueryData(queryKey, [titled('One')]);
    responders[1]?.(titled('Two'));
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

test('a board saved by another device is shown, and can be replaced with the own version', async () => {
  const client = createQueryClient();
  client.setQueryData(boardsQuery.queryKey, [BOARD]);
  const sent: Partial<Board>[] = [];
  const loaded = { ...BOARD, version: 6 };
  const theirs = { ...titled('Theirs'), version: 7 };
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json([theirs]);
    const board = JSON.parse(String(body)) as Board;
    sent.push(board);
    if (board.version === theirs.version) return Response.json({ ...board, version: 8 });
    const conflict = { message: 'This board was changed.', current: theirs, submitted: board };
    return Response.json(conflict, { status: 409 });
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useBoardEditor(loaded), { wrapper });
  act(() => result.current.change({ title: 'Mine' }));
  await vi.waitFor(() => expect(result.current.saving.state).toBe('failed'));
  expect(result.current.saving).toMatchObject({ message: 'This board was changed.' });
  expect(result.current.board.title).toBe('Theirs');
  act(() => result.current.saveMine());
  await vi.waitFor(() => expect(result.current.saving.state).toBe('saved'));
  expect(result.current.board.title).toBe('Mine');
  expect(sent).toMatchObject([
    { title: 'Mine', version: 6 },
    { title: 'Mine', version: 7 },
  ]);
  vi.unstubAllGlobals();
});
