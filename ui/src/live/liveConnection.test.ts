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

function connected(...ids: number[]): LiveConnection {
  const connection = makeConnection();
  connection.want(new Set(ids), true);
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
  test('LIVE-01 HOME-07 a change sends the difference and nothing else', () => {
    const connection = connected(1, 2);
    connection.want(new Set([2, 4]), true);
    expect(newest().sent).toEqual([
      { type: 'subscribe', tickerId: 1 },
      { type: 'subscribe', tickerId: 2 },
      { type: 'unsubscribe', tickerId: 1 },
      { type: 'subscribe', tickerId: 4 },
    ]);
    expect(sockets).toHaveLength(1); // LIVE-04
  });

  test('several tickers that came at once may be told in one message', () => {
    const connection = connected(1, 2);
    expect(newest().firstWords).toEqual({ type: 'batch' });
    const hear = vi.fn();
    connection.onMessage(hear);
    const data = [
      { id: 1, price: 10 },
      { id: 2, price: 20 },
    ];
    newest().hear(JSON.stringify({ type: 'ticker_updates', data }));
    expect(hear).toHaveBeenCalledWith({ type: 'ticker_updates', data });
    newest().hear(JSON.stringify({ type: 'ticker_updates', data: [{ id: 1 }, {}] }));
    expect(hear).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledTimes(1);
  });

  const refusal = (tickerId: number) => JSON.stringify({ type: 'subscription_limit', tickerId, limit: 2 });
  const refusedBy = (connection: LiveConnection) => [...connection.status().refused];

  test('prices beyond the limit of the server are known, and said', () => {
    const connection = connected(1, 2, 3);
    const changed = vi.fn();
    connection.watchStatus(changed);
    newest().hear(refusal(3));
    expect(refusedBy(connection)).toEqual([3]);
    expect(changed).toHaveBeenCalledTimes(1);
    newest().hear(refusal(3));
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test('a price that was refused is asked for again when another is given up, and not before', () => {
    const connection = connected(1, 2, 3);
    newest().hear(refusal(3));
    const before = newest().sent.length;
    connection.want(new Set([1, 2, 3]), true);
    expect(newest().sent).toHaveLength(before);
    connection.want(new Set([2, 3]), true);
    expect(newest().sent.slice(before)).toEqual([
      { type: 'unsubscribe', tickerId: 1 },
      { type: 'subscribe', tickerId: 3 },
    ]);
    expect(refusedBy(connection)).toEqual([]);
  });

  test('a price that left the page before it was refused is no news, nor is one of an earlier connection', () => {
    const connection = connected(1, 2, 3);
    connection.want(new Set([1, 2]), true);
    newest().hear(refusal(3));
    expect(refusedBy(connection)).toEqual([]);
    newest().hear(refusal(2));
    newest().end(false);
    vi.advanceTimersByTime(1000);
    newest().accept();
    expect(refusedBy(connection)).toEqual([]);
    expect(newest().sent).toHaveLength(2);
  });

  test('nobody who listens, no connection', () => {
    makeConnection().want(new Set(), false);
    expect(sockets).toHaveLength(0);
  });
});

describe('messages', () => {
  test('LIVE-01 an update reaches those who listen for messages', () => {
    const connection = connected(3);
    const heard = vi.fn();
    connection.onMessage(heard);
    newest().hear(update(3, 42));
    expect(heard).toHaveBeenCalledWith({ type: 'ticker_update', data: { id: 3, price: 42 } });
  });

  test.each(['{broken', 'null', '{"type":"ticker_update"}', '{"type":"ticker_update","data":{"id":"x"}}'])(
    'LIVE-02 %s is logged and ignored',
    (text) => {
      const connection = connected(3);
      newest().hear(text);
      expect(log).toHaveBeenCalledTimes(1);
      expect(connection.status().state).toBe('connected');
    },
  );

  test('a message of an unknown type is ignored without a word', () => {
    const heard = vi.fn();
    connected(3).onMessage(heard);
    newest().hear('{"type":"news"}');
    expect(log).not.toHaveBeenCalled();
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('loss and return', () => {
  test('LIVE-03 an unclean close is told at once, and again after five seconds', async () => {
    const connection = connected(3);
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

  test('LIVE-03 attempts that fail later take nothing back: it says that it reconnects until it has', async () => {
    const connection = connected(3);
    const said: (string | null)[] = [];
    connection.watchStatus(() => said.push(connection.status().message));
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
    const connection = makeConnection();
    connection.want(new Set([3]), true);
    newest().fail();
    expect(connection.status()).toMatchObject({
      state: 'error',
      message: 'Error connecting to WebSocket server',
    });
  });

  test('LIVE-03 it really reconnects, subscribes again and forgets the message', async () => {
    const connection = connected(3, 5);
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

  test('LIVE-03 waits double from 1 s to 30 s, with full jitter, and start over after a success', async () => {
    const connection = connected(3);
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
    connection.wake();
    newest().accept();
    newest().end(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(newest().accepted).toBe(false);
  });

  test('nobody listening, nobody reconnects; the next component does', async () => {
    const connection = connected(3);
    connection.want(new Set(), false);
    newest().end(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    connection.want(new Set([4]), true);
    expect(sockets).toHaveLength(2);
  });

  test('a page that comes back into view does not wait for the back-off', async () => {
    const connection = connected(3);
    newest().end(false);
    connection.wake();
    expect(sockets).toHaveLength(2);
    newest().accept();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets).toHaveLength(2);
  });
});

describe('a connection that died without a word', () => {
  test.each([
    ['of a page with tickers', [3]],
    ['of a page without any', []],
  ])('D4 %s is asked, then replaced', async (_, ids) => {
    const connection = connected(...ids);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(newest().sent.at(-1)).toEqual({ type: 'ping' });
    newest().hear(pong);
    await vi.advanceTimersByTimeAsync(45_000 + 9_999);
    expect(connection.status().state).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status().state).toBe('closed');
    expect(sockets[0]?.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
  });

  test('has three seconds to answer once somebody looks at the page again', async () => {
    const connection = connected(3);
    connection.wake();
    expect(newest().sent.at(-1)).toEqual({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(2999);
    expect(connection.status().state).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status().state).toBe('closed');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
  });

  test('that answers in time stays', async () => {
    const connection = connected(3);
    connection.wake();
    newest().hear(pong);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.status().state).toBe('connected');
    expect(sockets).toHaveLength(1);
  });

  test('while it connects is given up after ten seconds, and after three once somebody looks', async () => {
    const connection = makeConnection();
    connection.want(new Set([3]), true);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(connection.status().state).toBe('connecting');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status().message).toBe('Error connecting to WebSocket server');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    connection.wake();
    await vi.advanceTimersByTimeAsync(3000);
    expect(sockets[1]?.closed).toBe(true);
  });
});
