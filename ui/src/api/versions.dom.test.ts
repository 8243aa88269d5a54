import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { changeEntry } from './changeEntry';
import { ApiError } from './client';
import { watchlistTickersQuery } from './queries';
import { sendMerged } from './versions';

afterEach(() => vi.unstubAllGlobals());

test('a change of outdated data is sent once more, for the current data', async () => {
  const send = vi.fn(async (data: { version: number }) => {
    if (data.version < 2) throw new ApiError(409, 'Changed.', { version: 2 });
    return data.version;
  });
  expect(await sendMerged({ version: 1 }, send)).toBe(2);
  const always = vi.fn(() => Promise.reject(new ApiError(409, 'Changed.', { version: 9 })));
  await expect(sendMerged({ version: 1 }, always)).rejects.toThrow('Changed.');
  expect(always).toHaveBeenCalledTimes(2);
  const full = vi.fn(() => Promise.reject(new ApiError(409, 'There are already 100 boards.')));
  await expect(sendMerged({ version: 1 }, full)).rejects.toThrow('100 boards');
  expect(full).toHaveBeenCalledOnce();
});

const ENTRY = { watchlistItemId: 5, symbol: 'BTC', note: 'Old', quantity: 1, cost: 2, lots: [] };
const listOf = (version: number, change: object) => ({
  id: 1,
  name: 'Mine',
  version,
  tickers: [{ ...ENTRY, ...change }],
});

/** A server with version 2 of the list. */
function serve(current: ReturnType<typeof listOf>) {
  const sent: { version: number }[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const change = JSON.parse(String(body)) as { version: number };
    sent.push(change);
    if (change.version === 2) return Response.json({ watchlistItemId: 5, tickerId: 1 });
    return Response.json({ message: 'Changed.', current, submitted: change }, { status: 409 });
  });
  return sent;
}

const clientWith = (list: unknown) => {
  const client = new QueryClient();
  client.setQueryData(watchlistTickersQuery(1).queryKey, list as never);
  return client;
};

test('a note is saved although another device has changed something else in the list', async () => {
  const sent = serve(listOf(2, { quantity: 7 }));
  await changeEntry(clientWith(listOf(1, {})), ENTRY, { note: 'New' });
  expect(sent).toEqual([
    { note: 'New', version: 1 },
    { note: 'New', version: 2 },
  ]);
});

test('a note or a holding that another device has changed is not overwritten', async () => {
  serve(listOf(2, { note: 'Theirs', quantity: 7 }));
  const client = clientWith(listOf(1, {}));
  await expect(changeEntry(client, ENTRY, { note: 'New' })).rejects.toThrow(
    "The note on BTC was changed on another device. Your change wasn't saved.",
  );
  await expect(changeEntry(client, ENTRY, { quantity: 3 })).rejects.toThrow(
    "The holding in BTC was changed on another device. Your change wasn't saved.",
  );
});
