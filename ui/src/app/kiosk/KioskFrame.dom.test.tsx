import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import { fakeSockets } from '~/live/socket.fake';
import { fakeTicker } from '~/live/ticker.fake';
import { kioskBoard } from './kioskBoard';

const sockets = fakeSockets();
const NOW = Date.parse('2026-11-20T15:00:00Z');

const tile = (x: number, y: number, content: object) => ({ x, y, width: 4, height: 2, content });
const board = (name: string) => ({
  name,
  title: name,
  theme: 'system',
  seconds: 15,
  inRotation: true,
  keepAwake: true,
  hidePointer: true,
  tiles: [
    tile(0, 0, { kind: 'quote', symbol: 'T1', range: '1D', sessionLine: true, dayRange: true }),
    tile(4, 0, { kind: 'list', title: 'List', symbols: ['T1'], watchlist: null }),
    tile(0, 2, { kind: 'news' }),
  ],
});

/** The fake server: whether it is reachable, and the name of the entry script that its page loads. */
const server = { isUp: true, entry: 'index-1' };

const timestamp = () => new Date(Date.now()).toISOString();

function responseBody(path: string): object {
  const symbol = /tickers\/(T\d)/.exec(path)?.[1];
  if (symbol) {
    const fields = { symbol, updatedAt: timestamp(), staleAt: new Date(Date.now() + 60_000).toISOString() };
    return { ...fakeTicker(Number(symbol.slice(1)), fields), dayLow: 99, dayHigh: 101, previousClose: 100 };
  }
  if (path.endsWith('/session-line')) {
    const [sessionStart, sessionEnd] = ['2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'];
    const points = [sessionStart, '2026-11-20T14:45:00Z'].map((timestamp) => ({ timestamp, price: 100 }));
    return { sessionStart, sessionEnd, previousClose: 100, points };
  }
  if (path.endsWith('/boards')) return [board('main'), board('branch')];
  if (path.endsWith('/config'))
    return { market: 'sample', readOnly: false, contactEmail: null, version: '1' };
  if (path.endsWith('/market-session'))
    return {
      now: timestamp(),
      state: 'regular',
      nextState: 'post',
      nextChange: '2026-11-20T21:00:00Z',
      holiday: null,
    };
  return [];
}

async function fakeFetch(input: string): Promise<Response> {
  if (!server.isUp) throw new TypeError('Failed to fetch');
  if (!input.includes('/api/'))
    return new Response(`<script type="module" src="./${server.entry}.js"></script><div id="root"></div>`);
  return new Response(JSON.stringify(responseBody(input)));
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('fetch', fakeFetch);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(console, 'warn').mockReturnValue();
  Object.assign(server, { isUp: true, entry: 'index-1' });
  document.head.innerHTML = '<script type="module" src="./index-1.js"></script>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const openSockets = () => sockets.filter(({ readyState }) => readyState === 1);
/** Waits for the next connection attempt and accepts it. */
async function acceptConnection(): Promise<void> {
  const pending = () => sockets.findLast(({ readyState }) => readyState === 0);
  while (!pending()) await advance(1);
  await act(async () => pending()?.accept());
}

async function renderKiosk() {
  const { default: KioskFrame } = await import('./KioskFrame');
  const reload = vi.fn();
  const client = createQueryClient();
  const Frame = () => <KioskFrame name={kioskBoard(useLocation()) ?? ''} reload={reload} />;
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={['/board/main?kiosk']}>
          <Frame />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { client, reload };
}

/** Counts everything that could grow on a screen that is never switched off. */
function resourceCounts(client: ReturnType<typeof createQueryClient>, listeners: () => number) {
  return {
    elements: document.querySelectorAll('*').length,
    timers: vi.getTimerCount(),
    queries: client.getQueryCache().getAll().length,
    observers: client
      .getQueryCache()
      .getAll()
      .reduce((sum, query) => sum + query.getObserversCount(), 0),
    listeners: listeners(),
    connections: openSockets().length,
  };
}

/** Returns a function that counts the listeners of the window and the document. */
function countListeners(): () => number {
  let count = 0;
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    vi.spyOn(target, 'addEventListener').mockImplementation((...args: unknown[]) => {
      count++;
      Reflect.apply(add, target, args);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((...args: unknown[]) => {
      count--;
      Reflect.apply(remove, target, args);
    });
  }
  return () => count;
}

test('after 500 restarts of the server a kiosk uses no more resources, and a new version reloads it', async () => {
  const listeners = countListeners();
  const { client, reload } = await renderKiosk();
  await advance(1);
  await acceptConnection();
  /** Restarts the server: most restarts take seconds, but during a long one all requests fail. */
  const restart = async (isLong = false) => {
    server.isUp = false;
    await act(async () => sockets.at(-1)?.end(false));
    await advance(isLong ? 20 : 0.6);
    const attempt = sockets.at(-1);
    if (attempt && attempt.readyState === 0) await act(async () => attempt.fail());
    expect(screen.getByText('List')).toBeInTheDocument();
    server.isUp = true;
    await advance(isLong ? 30 : 1.1);
    await acceptConnection();
    await advance(0.5);
  };
  const restarts = async (count: number) => {
    for (let each = 1; each <= count; each++) await restart(each % 25 === 0);
    // Lets the last requests finish.
    await advance(15);
  };
  await restarts(25);
  expect(screen.getByText('$100.00')).toBeInTheDocument();
  const before = resourceCounts(client, listeners);
  expect(before.connections).toBe(1);
  await restarts(475);
  const { timers, ...after } = resourceCounts(client, listeners);
  expect(before).toMatchObject(after);
  // The number of timers varies slightly with the phase of the tiles' polls.
  expect(Math.abs(timers - before.timers)).toBeLessThan(5);
  expect(reload).not.toHaveBeenCalled();

  server.entry = 'index-2';
  await restart();
  expect(reload).toHaveBeenCalledTimes(1);
}, 600_000);

test('a kiosk shows that it waits for the server, and the board once the server responds', async () => {
  server.isUp = false;
  await renderKiosk();
  await advance(5);
  expect(screen.getByRole('status')).toHaveTextContent('Waiting for the server');
  expect(screen.queryByRole('button')).toBeNull();
  server.isUp = true;
  await advance(20);
  expect(screen.getByRole('heading', { level: 1, name: 'main' })).toBeInTheDocument();
});

test('boards rotate, and prices without updates show their age', async () => {
  await renderKiosk();
  await advance(2);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('main');
  await advance(15);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('branch');
  await advance(15);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('main');
  server.isUp = false;
  await advance(6 * 60);
  expect(screen.getAllByText(/^[67] min old$/).length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { level: 2, name: 'Ticker 1' })).toBeInTheDocument();
});
