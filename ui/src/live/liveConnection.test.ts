import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveConnection } from './liveConnection';
import { FakeSocket } from './socket.fake';

const sockets: FakeSocket[] = [];
const log = vi.fn();
let random = 0.999;
const newest = () => sockets.at(-1) as FakeSocket;

function makeConnection(): LiveConnection {
  return new LiveConnection({
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

const update = (id: number, price = 1) => JSON.stringify({ type: 'ticker_update', data: { id, price } });
const pong = '{"type":"pong"}';

function openConnection(...ids: number[]): LiveConnection {
  const connection = makeConnection();
  connection.setSubscriptions(new Set(ids), true);
  newest().accept();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  log.mockClear();
  random = 0.999;
});

describe('subscriptions', () => {
  test('LIVE-01 HOME-07 only changes of the subscriptions are sent', () => {
    const connection = openConnection(1, 2);
    connection.setSubscriptions(new Set([2, 4]), true);
    expect(newest().sent).toEqual([
      { type: 'subscribe', tickerId: 1 },
      { type: 'subscribe', tickerId: 2 },
      { type: 'unsubscribe', tickerId: 1 },
      { type: 'subscribe', tickerId: 4 },
    ]);
    expect(sockets).toHaveLength(1); // LIVE-04
  });

  test('one message may contain several tickers', () => {
    const connection = openConnection(1, 2);
    expect(newest().firstMessage).toEqual({ type: 'batch' });
    const listener = vi.fn();
    connection.onMessage(listener);
    const data = [
      { id: 1, price: 10 },
      { id: 2, price: 20 },
    ];
    newest().receive(JSON.stringify({ type: 'ticker_updates', data }));
    expect(listener).toHaveBeenCalledWith({ type: 'ticker_updates', data });
    newest().receive(JSON.stringify({ type: 'ticker_updates', data: [{ id: 1 }, {}] }));
    expect(listener).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledTimes(1);
  });

  const limitMessage = (tickerId: number) =>
    JSON.stringify({ type: 'subscription_limit', tickerId, limit: 2 });
  const rejectedIds = (connection: LiveConnection) => [...connection.status().rejected];

  test('tickers over the subscription limit are reported once', () => {
    const connection = openConnection(1, 2, 3);
    const changed = vi.fn();
    connection.watchStatus(changed);
    newest().receive(limitMessage(3));
    expect(rejectedIds(connection)).toEqual([3]);
    expect(changed).toHaveBeenCalledTimes(1);
    newest().receive(limitMessage(3));
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test('a rejected ticker is requested again only after another one is unsubscribed', () => {
    const connection = openConnection(1, 2, 3);
    newest().receive(limitMessage(3));
    const before = newest().sent.length;
    connection.setSubscriptions(new Set([1, 2, 3]), true);
    expect(newest().sent).toHaveLength(before);
    connection.setSubscriptions(new Set([2, 3]), true);
    expect(newest().sent.slice(before)).toEqual([
      { type: 'unsubscribe', tickerId: 1 },
      { type: 'subscribe', tickerId: 3 },
    ]);
    expect(rejectedIds(connection)).toEqual([]);
  });

  test('rejections of tickers that are no longer shown, or of an earlier connection, are ignored', () => {
    const connection = openConnection(1, 2, 3);
    connection.setSubscriptions(new Set([1, 2]), true);
    newest().receive(limitMessage(3));
    expect(rejectedIds(connection)).toEqual([]);
    newest().receive(limitMessage(2));
    newest().end(false);
    vi.advanceTimersByTime(1000);
    newest().accept();
    expect(rejectedIds(connection)).toEqual([]);
    expect(newest().sent).toHaveLength(2);
  });

  test('no connection is opened without listeners', () => {
    makeConnection().setSubscriptions(new Set(), false);
    expect(sockets).toHaveLength(0);
  });
});

describe('messages', () => {
  test('LIVE-01 an update is passed to the message listeners', () => {
    const connection = openConnection(3);
    const listener = vi.fn();
    connection.onMessage(listener);
    newest().receive(update(3, 42));
    expect(listener).toHaveBeenCalledWith({ type: 'ticker_update', data: { id: 3, price: 42 } });
  });

  test.each(['{broken', 'null', '{"type":"ticker_update"}', '{"type":"ticker_update","data":{"id":"x"}}'])(
    'LIVE-02 %s is logged and ignored',
    (text) => {
      const connection = openConnection(3);
      newest().receive(text);
      expect(log).toHaveBeenCalledTimes(1);
      expect(connection.status().state).toBe('connected');
    },
  );

  test('a message of an unknown type is ignored and not logged', () => {
    const listener = vi.fn();
    openConnection(3).onMessage(listener);
    newest().receive('{"type":"news"}');
    expect(log).not.toHaveBeenCalled();
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('reconnecting', () => {
  test('LIVE-03 an unclean close shows a message immediately and another one after five seconds', async () => {
    const connection = openConnection(3);
    random = 0.999999;
    newest().end(false);
    expect(connection.status()).toMatchObject({
      state: 'closed',
      message: 'WebSocket connection closed unexpectedly. Attempting to reconnect...',
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(connection.status().message).not.toBe('Reconnecting...');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status().message).toBe('Reconnecting...');
  });

  test('LIVE-03 further failed attempts do not replace the message that it reconnects', async () => {
    const connection = openConnection(3);
    const messages: (string | null)[] = [];
    connection.watchStatus(() => messages.push(connection.status().message));
    random = 0.5;
    newest().end(false);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const count = sockets.length;
      while (sockets.length === count) await vi.advanceTimersByTimeAsync(50);
      newest().fail();
    }
    expect(messages).toEqual([
      'WebSocket connection closed unexpectedly. Attempting to reconnect...',
      'Reconnecting...',
    ]);
  });

  test('LIVE-03 a failed first attempt shows its own error message', async () => {
    const connection = makeConnection();
    connection.setSubscriptions(new Set([3]), true);
    newest().fail();
    expect(connection.status()).toMatchObject({
      state: 'error',
      message: 'Error connecting to WebSocket server',
    });
  });

  test('LIVE-03 after reconnecting it subscribes again and clears the message', async () => {
    const connection = openConnection(3, 5);
    newest().end(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    newest().accept();
    expect(newest().sent).toEqual([
      { type: 'subscribe', tickerId: 3 },
      { type: 'subscribe', tickerId: 5 },
    ]);
    expect(connection.status()).toMatchObject({ state: 'connected', message: null });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.status().message).toBeNull();
  });

  test('LIVE-03 delays double from 1 s to 30 s, with full jitter, and are reset after a success', async () => {
    const connection = openConnection(3);
    const delays: number[] = [];
    random = 0.5;
    newest().end(false);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const before = Date.now();
      const count = sockets.length;
      while (sockets.length === count) await vi.advanceTimersByTimeAsync(50);
      delays.push(Date.now() - before);
      newest().fail();
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    connection.wake();
    newest().accept();
    newest().end(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(newest().isAccepted).toBe(false);
  });

  test('without listeners it does not reconnect until the next listener', async () => {
    const connection = openConnection(3);
    connection.setSubscriptions(new Set(), false);
    newest().end(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    connection.setSubscriptions(new Set([4]), true);
    expect(sockets).toHaveLength(2);
  });

  test('a page that becomes visible reconnects without waiting for the backoff', async () => {
    const connection = openConnection(3);
    newest().end(false);
    connection.wake();
    expect(sockets).toHaveLength(2);
    newest().accept();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets).toHaveLength(2);
  });
});

describe('a connection that died silently', () => {
  test.each([
    ['of a page with tickers', [3]],
    ['of a page without tickers', []],
  ])('D4 %s is pinged, then replaced', async (_, ids) => {
    const connection = openConnection(...ids);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(newest().sent.at(-1)).toEqual({ type: 'ping' });
    newest().receive(pong);
    await vi.advanceTimersByTimeAsync(45_000 + 9_999);
    expect(connection.status().state).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status().state).toBe('closed');
    expect(sockets[0]?.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
  });

  test('must answer a ping within three seconds after the page becomes visible', async () => {
    const connection = openConnection(3);
    connection.wake();
    expect(newest().sent.at(-1)).toEqual({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(2999);
    expect(connection.status().state).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status().state).toBe('closed');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
  });

  test('that answers in time is kept', async () => {
    const connection = openConnection(3);
    connection.wake();
    newest().receive(pong);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.status().state).toBe('connected');
    expect(sockets).toHaveLength(1);
  });

  test('while connecting is closed after ten seconds, or three after the page becomes visible', async () => {
    const connection = makeConnection();
    connection.setSubscriptions(new Set([3]), true);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(connection.status().state).toBe('connecting');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status().message).toBe('Error connecting to WebSocket server');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    connection.wake();
    await vi.advanceTimersByTimeAsync(3000);
    expect(sockets[1]?.isClosed).toBe(true);
  });
});
