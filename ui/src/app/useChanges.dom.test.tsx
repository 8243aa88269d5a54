import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import {
  createQueryClient,
  economyQuery,
  newsQuery,
  settingsQuery,
  watchlistsQuery,
  watchlistTickersQuery,
} from '~/api/queries';
import { type FakeSocket, fakeSockets } from '~/live/socket.fake';

const sockets = fakeSockets();

test('changed data is refetched, but not while something is being saved or a button is pressed', async () => {
  const { useChanges } = await import('./useChanges');
  const client = createQueryClient();
  const list = watchlistTickersQuery(3);
  const queries = { watchlistsQuery, list, settingsQuery, newsQuery, economyQuery };
  const load = () => {
    for (const { queryKey } of Object.values(queries)) client.setQueryData(queryKey as string[], {});
  };
  const outdated = () =>
    Object.entries(queries).flatMap(([name, { queryKey }]) =>
      client.getQueryState(queryKey)?.isInvalidated ? name : [],
    );
  load();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(useChanges, { wrapper });
  const socket = sockets.at(-1) as FakeSocket;
  socket.accept();
  const receiveChange = (kind: string) =>
    act(async () => {
      socket.receive(JSON.stringify({ type: 'changed', what: kind }));
      await import('./idleParts');
    });
  await receiveChange('watchlists');
  expect(outdated()).toEqual(['watchlistsQuery', 'list']);
  await receiveChange('calendars');
  expect(outdated()).toEqual(['watchlistsQuery', 'list', 'economyQuery']);
  await receiveChange('a kind of a later version');
  load();

  // Not refetched while something is being saved.
  let finishSaving = () => {};
  const saving = client
    .getMutationCache()
    .build(client, { mutationFn: () => new Promise<void>((resolve) => (finishSaving = resolve)) })
    .execute(undefined);
  await act(async () => {});
  await receiveChange('settings');
  expect(outdated()).toEqual([]);
  finishSaving();
  await act(() => saving);
  expect(outdated()).toEqual(['settingsQuery']);
  load();

  // Not refetched while a button is pressed.
  window.dispatchEvent(new Event('pointerdown'));
  await receiveChange('news');
  expect(outdated()).toEqual([]);
  window.dispatchEvent(new Event('pointerup'));
  expect(outdated()).toEqual(['newsQuery']);
  load();

  // A context menu, another window or a drag also ends the press.
  for (const end of ['contextmenu', 'blur', 'dragend']) {
    window.dispatchEvent(new Event('pointerdown'));
    await receiveChange('news');
    expect(outdated()).toEqual([]);
    window.dispatchEvent(new Event(end));
    expect(outdated()).toEqual(['newsQuery']);
    load();
  }

  hook.unmount();
  await receiveChange('news');
  expect(outdated()).toEqual([]);
});
