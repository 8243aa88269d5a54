import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveFeed } from './liveFeed';
import { FakeSocket } from './liveFeed.fake';

const sockets: FakeSocket[] = [];
const log = vi.fn();
let random = 0.999;
const newest = () => sockets.at(-1) as FakeSocket;

function makeFeed(): LiveFeed {
  return new LiveFeed({
    url: 'ws://box/ws',
    open: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    setTimeout: (run, ms) => setTimeout(run, ms) as unknown as number,
    clearTimeout: (timer) => clearTimeout(timer),
    random: () => random,
    log,
  });
}

const nothing = () => undefined;
const settle = () => vi.advanceTimersByTimeAsync(0);
const update = (id: number, price = 1) => JSON.stringify({ type: 'ticker_update', data: { id, price } });

async function connected(...ids: number[]) {
  const feed = makeFeed();
  const undo = ids.map((id) => feed.subscribe(id, nothing));
  await settle();
  newest().accept();
  return { feed, undo };
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  log.mockClear();
  random = 0.999;
});

describe('subscriptions', () => {
  test('LIVE-01 LIVE-04 one connection serves every component, each ticker subscribed once', async () => {
    const { feed } = await connected(3, 3, 5);
    feed.subscribe(5, nothing);
    await settle();
    expect(sockets).toHaveLength(1);
    expect(newest().sent).toEqual([
      { type: 'subscribe', tickerId: 3 },
      { type: 'subscribe', tickerId: 5 },
    ]);
  });

  test('LIVE-01 only the last component to leave unsubscribes', async () => {
    const { undo } = await connected(3, 3);
    undo[0]?.();
    await settle();
    expect(newest().sent).toHaveLength(1);
    undo[1]?.();
    await settle();
    expect(newest().sent.at(-1)).toEqual({ type: 'unsubscribe', tickerId: 3 });
  });

  test('HOME-07 a change of rows sends the difference and nothing else', async () => {
    const { feed, undo } = await connected(1, 2);
    for (const leave of undo) leave();
    feed.subscribe(2, nothing);
    feed.subscribe(4, nothing);
    await settle();
    expect(newest().sent.slice(2)).toEqual([
      { type: 'unsubscribe', tickerId: 1 },
      { type: 'subscribe', tickerId: 4 },
    ]);
  });
});

describe('messages', () => {
  test('LIVE-01 an update reaches the listeners of its ticker only', async () => {
    const feed = makeFeed();
    const three = vi.fn();
    const five = vi.fn();
    feed.subscribe(3, three);
    feed.subscribe(5, five);
    await settle();
    newest().accept();
    newest().hear(update(3, 42));
    expect(feed.quote(3)?.price).toBe(42);
    expect(three).toHaveBeenCalledTimes(1);
    expect(five).not.toHaveBeenCalled();
  });

  test.each(['{broken', 'null', '{"type":"ticker_update"}', '{"type":"ticker_update","data":{"id":"x"}}'])(
    'LIVE-02 %s is logged and ignored',
    async (text) => {
      const { feed } = await connected(3);
      newest().hear(text);
      expect(log).toHaveBeenCalledTimes(1);
      expect(feed.status().state).toBe('connected');
    },
  );

  test('a message of an unknown type is none of our business', async () => {
    const { feed } = await connected(3);
    newest().hear('{"type":"news"}');
    expect(log).not.toHaveBeenCalled();
    expect(feed.quote(3)).toBeUndefined();
  });
});

describe('loss and return', () => {
  test('LIVE-03 an unclean close is told at once, and again after five seconds', async () => {
    const { feed } = await connected(3);
    random = 0.999999;
    newest().end(false);
    expect(feed.status()).toEqual({
      state: 'closed',
      message: 'WebSocket connection closed unexpectedly. Attempting to reconnect...',
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(feed.status().message).not.toBe('Reconnecting...');
    await vi.advanceTimersByTimeAsync(1);
    expect(feed.status().message).toBe('Reconnecting...');
  });

  test('LIVE-03 attempts that fail later take nothing back: it says that it reconnects until it has', async () => {
    const { feed } = await connected(3);
    const said: (string | null)[] = [];
    feed.watchStatus(() => said.push(feed.status().message));
    random = 0.5;
    newest().end(false);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const count = sockets.length;
      while (sockets.length === count) await vi.advanceTimersByTimeAsync(50);
      newest().fail();
    }
    expect(said).toEqual([
      'WebSocket connection closed unexpectedly. Attempting to reconnect...',
      'Reconnecting...',
    ]);
  });

  test('LIVE-03 a failed attempt is an error with its own message', async () => {
    const feed = makeFeed();
    feed.subscribe(3, nothing);
    await settle();
    newest().fail();
    expect(feed.status()).toEqual({ state: 'error', message: 'Error connecting to WebSocket server' });
  });

  test('LIVE-03 it really reconnects, subscribes again and forgets the message', async () => {
    const { feed } = await connected(3, 5);
    newest().end(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    newest().accept();
    expect(newest().sent).toEqual([
      { type: 'subscribe', tickerId: 3 },
      { type: 'subscribe', tickerId: 5 },
    ]);
    expect(feed.status()).toEqual({ state: 'connected', message: null });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(feed.status().message).toBeNull();
  });

  test('LIVE-03 waits double from 1 s to 30 s, with full jitter, and start over after a success', async () => {
    const { feed } = await connected(3);
    const waits: number[] = [];
    random = 0.5;
    newest().end(false);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const before = Date.now();
      const count = sockets.length;
      while (sockets.length === count) await vi.advanceTimersByTimeAsync(50);
      waits.push(Date.now() - before);
      newest().fail();
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    feed.wake();
    newest().accept();
    newest().end(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(newest().accepted).toBe(false);
  });

  test('nobody listening, nobody reconnects; the next component does', async () => {
    const { feed, undo } = await connected(3);
    undo[0]?.();
    await settle();
    newest().end(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    feed.subscribe(4, nothing);
    await settle();
    expect(sockets).toHaveLength(2);
  });

  test('a page that comes back into view does not wait for the back-off', async () => {
    const { feed } = await connected(3);
    newest().end(false);
    feed.wake();
    expect(sockets).toHaveLength(2);
    feed.wake();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets).toHaveLength(2);
  });

  test('D4 a connection that fell silent is probed, then replaced', async () => {
    const { feed } = await connected(3);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(newest().sent.slice(1)).toEqual([
      { type: 'unsubscribe', tickerId: 3 },
      { type: 'subscribe', tickerId: 3 },
    ]);
    newest().hear(update(3));
    await vi.advanceTimersByTimeAsync(45_000 + 9_999);
    expect(feed.status().state).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    expect(feed.status().state).toBe('closed');
    expect(sockets[0]?.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
  });
});
