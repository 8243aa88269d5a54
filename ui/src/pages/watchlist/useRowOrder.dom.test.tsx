import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient, watchlistTickersQuery } from '~/api/queries';
import type { WatchlistEntry, WatchlistTickers } from '~/api/types';
import { DragHandle } from './DragHandle';
import { useRowOrder } from './useRowOrder';

const LIST = 1;
const entry = (id: number, symbol: string, note = '') =>
  ({ id, symbol, note, watchlistItemId: id }) as WatchlistEntry;
const loaded = (...tickers: WatchlistEntry[]) => ({ id: LIST, name: 'Mine', tickers }) as WatchlistTickers;

afterEach(() => void vi.unstubAllGlobals());

function Rows({ entries }: { entries: readonly WatchlistEntry[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { order, sorting } = useRowOrder(LIST, entries, box);
  return (
    <div ref={box}>
      {order.map((row, index) => (
        <p key={row.watchlistItemId}>
          <DragHandle symbol={row.symbol} index={index} sorting={sorting} />
        </p>
      ))}
      <input aria-label="Note" />
    </div>
  );
}

/** Renders cached rows with a server whose responses to new orders are held back. */
function start() {
  const client = createQueryClient();
  const { queryKey } = watchlistTickersQuery(LIST);
  const first = loaded(entry(1, 'AAPL'), entry(2, 'BTC'), entry(3, 'SPY'));
  client.setQueryData(queryKey, first);
  const orders: number[][] = [];
  const responses: (() => void)[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn((_: string, init: RequestInit) => {
      orders.push(JSON.parse(String(init.body)).itemIds);
      return new Promise((resolve) => responses.push(() => resolve(new Response(null, { status: 204 }))));
    }),
  );
  const shown = () => client.getQueryData<WatchlistTickers>(queryKey)?.tickers ?? [];
  const page = () => (
    <QueryClientProvider client={client}>
      <Rows entries={shown()} />
    </QueryClientProvider>
  );
  const view = render(page());
  const renew = () => act(() => view.rerender(page()));
  client.getQueryCache().subscribe(() => queueMicrotask(renew));
  const symbols = () => shown().map(({ symbol }) => symbol);
  return { client, queryKey, orders, responses, symbols, renew };
}

const grip = (symbol: string) => screen.getByRole('button', { name: new RegExp(`^Move ${symbol}`) });

test('two quick steps are saved in order, and the rows never jump back', async () => {
  const { orders, responses, symbols } = start();
  act(() => grip('AAPL').focus());
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(symbols()).toEqual(['BTC', 'AAPL', 'SPY']));
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(symbols()).toEqual(['BTC', 'SPY', 'AAPL']));
  expect(orders).toEqual([[2, 1, 3]]); // the second request waits for the first response
  await act(async () => responses[0]?.());
  await waitFor(() =>
    expect(orders).toEqual([
      [2, 1, 3],
      [2, 3, 1],
    ]),
  );
  expect(symbols()).toEqual(['BTC', 'SPY', 'AAPL']);
});

test('a moved row gets focus once, and never takes it from a note edited later', async () => {
  const { client, queryKey, responses, symbols, renew } = start();
  act(() => grip('AAPL').focus());
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(symbols()).toEqual(['BTC', 'AAPL', 'SPY']));
  expect(grip('AAPL')).toHaveFocus();
  act(() => screen.getByLabelText('Note').focus());
  await act(async () => responses[0]?.());
  client.setQueryData(queryKey, loaded(entry(2, 'BTC', 'new'), entry(1, 'AAPL'), entry(3, 'SPY')));
  await renew();
  expect(screen.getByLabelText('Note')).toHaveFocus();
});
