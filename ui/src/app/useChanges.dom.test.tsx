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

test('what was changed elsewhere is asked for again, but not while something is saved or held here', async () => {
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
  const hear = (what: string) =>
    act(async () => {
      socket.receive(JSON.stringify({ type: 'changed', what }));
      await import('./idleParts');
    });
  await hear('watchlists');
  expect(outdated()).toEqual(['watchlistsQuery', 'list']);
  await hear('calendars');
  expect(outdated()).toEqual(['watchlistsQuery', 'list', 'economyQuery']);
  await hear('what a later version may send');
  load();

  // While something is saved.
  let saved = () => {};
  const saving = client
    .getMutationCache()
    .build(client, { mutationFn: () => new Promise<void>((resolve) => (saved = resolve)) })
    .execute(undefined);
  await act(async () => {});
  await hear('settings');
  expect(outdated()).toEqual([]);
  saved();
  await act(() => saving);
  expect(outdated()).toEqual(['settingsQuery']);
  load();

  // While a button is held down.
  window.dispatchEvent(new Event('pointerdown'));
  await hear('news');
  expect(outdated()).toEqual([]);
  window.dispatchEvent(new Event('pointerup'));
  expect(outdated()).toEqual(['newsQuery']);
  load();

  // Where a context menu, another window or a drag takes the end of the press.
  for (const end of ['contextmenu', 'blur', 'dragend']) {
    window.dispatchEvent(new Event('pointerdown'));
    await hear('news');
    expect(outdated()).toEqual([]);
    window.dispatchEvent(new Event(end));
    expect(outdated()).toEqual(['newsQuery']);
    load();
  }

  hook.unmount();
  await hear('news');
  expect(outdated()).toEqual([]);
});
