import { beforeEach, expect, test, vi } from 'vitest';
import { QuoteStore } from './quoteStore';
import { fakeTicker } from './ticker.fake';

let frames: ((most: number) => number)[] = [];
const want = vi.fn();
const microtasks = () => Promise.resolve();
/** What a browser does before its next picture; in a hidden tab it does not. */
function drawFrame(most = Number.POSITIVE_INFINITY) {
  const due = frames;
  frames = [];
  return due.map((run) => run(most));
}

function makeStore() {
  return new QuoteStore({ want, schedulePrices: (run) => void frames.push(run) });
}

beforeEach(() => {
  frames = [];
  want.mockClear();
});

test('LIVE-01 each ticker is wanted once, however many components show it', async () => {
  const store = makeStore();
  store.subscribe(3, vi.fn());
  store.subscribe(3, vi.fn());
  store.subscribe(5, vi.fn());
  await microtasks();
  expect(want.mock.calls).toEqual([[new Set([3, 5])]]);
});

test('LIVE-01 only the last component to leave gives a ticker up', async () => {
  const store = makeStore();
  const [first, second] = [store.subscribe(3, vi.fn()), store.subscribe(3, vi.fn())];
  first();
  await microtasks();
  expect(want).toHaveBeenLastCalledWith(new Set([3]));
  second();
  await microtasks();
  expect(want).toHaveBeenLastCalledWith(new Set());
});

test('who looks at all prices looks once a frame, and when others are shown', async () => {
  const store = makeStore();
  const look = vi.fn();
  const undo = store.watch(look);
  const leave = store.subscribe(3, vi.fn());
  await microtasks();
  expect(look).toHaveBeenCalledTimes(1);
  store.receive(fakeTicker(3, { price: 1 }));
  store.receive(fakeTicker(3, { price: 2 }));
  drawFrame();
  expect(look).toHaveBeenCalledTimes(2);
  store.renewAll();
  drawFrame();
  expect(look).toHaveBeenCalledTimes(3);
  leave();
  await microtasks();
  expect(look).toHaveBeenCalledTimes(4);
  undo();
  store.receive(fakeTicker(3, { price: 3 }));
  drawFrame();
  expect(look).toHaveBeenCalledTimes(4);
});

test('LIVE-01 an update reaches the listeners of its ticker only', () => {
  const store = makeStore();
  const [three, five] = [vi.fn(), vi.fn()];
  store.subscribe(3, three);
  store.subscribe(5, five);
  store.receive(fakeTicker(3, { price: 42 }));
  drawFrame();
  expect(store.get(3)?.price).toBe(42);
  expect(three).toHaveBeenCalledTimes(1);
  expect(five).not.toHaveBeenCalled();
});

test('a thousand ticks between two pictures are one call for each component', () => {
  const store = makeStore();
  const listeners = Array.from({ length: 50 }, (_, id) => {
    const listener = vi.fn();
    store.subscribe(id, listener);
    return listener;
  });
  for (let i = 0; i < 1000; i++) store.receive(fakeTicker(i % 50, { price: i }));
  expect(frames).toHaveLength(1);
  drawFrame();
  for (const listener of listeners) expect(listener).toHaveBeenCalledTimes(1);
  expect(store.get(49)?.price).toBe(999);
});

test('a hidden tab hears everything and shows nothing, and catches up once', () => {
  const store = makeStore();
  const listener = vi.fn();
  store.subscribe(3, listener);
  for (let i = 0; i < 100; i++) store.receive(fakeTicker(3, { price: i }));
  expect(listener).not.toHaveBeenCalled();
  drawFrame();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.get(3)?.price).toBe(99);
});

test('a server that came back with an earlier clock is followed', () => {
  const store = makeStore();
  store.receive(fakeTicker(3, { price: 2, updatedAt: '2026-11-20T15:05:00Z' }));
  store.receive(fakeTicker(3, { price: 1, updatedAt: '2026-11-20T15:00:00Z' }));
  expect(store.get(3)?.price).toBe(1);
});

test('where few tickers are drawn at once, each has its turn and shows its newest price then', () => {
  const store = makeStore();
  const shown: string[] = [];
  for (const id of [1, 2, 3]) store.subscribe(id, () => shown.push(`${id}: ${store.get(id)?.price}`));
  for (const id of [1, 2, 3]) store.receive(fakeTicker(id, { price: 10 }));
  expect(drawFrame(2)).toEqual([2]);
  expect(shown).toEqual(['1: 10', '2: 10']);
  for (const id of [1, 3]) store.receive(fakeTicker(id, { price: 11 }));
  expect(drawFrame(2)).toEqual([2]);
  expect(shown.slice(2)).toEqual(['3: 11', '1: 11']);
  expect(drawFrame()).toEqual([]);
});
