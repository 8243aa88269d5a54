import { beforeEach, expect, test, vi } from 'vitest';
import { QuoteStore } from './quoteStore';
import { fakeTicker } from './ticker.fake';

let frames: ((maxTickers: number) => number)[] = [];
const setSubscriptions = vi.fn();
const microtasks = () => Promise.resolve();
/** Runs the callbacks of the next frame, which a hidden tab does not get. */
function renderFrame(maxTickers = Number.POSITIVE_INFINITY) {
  const due = frames;
  frames = [];
  return due.map((run) => run(maxTickers));
}

function makeStore() {
  return new QuoteStore({ setSubscriptions, schedulePrices: (run) => void frames.push(run) });
}

beforeEach(() => {
  frames = [];
  setSubscriptions.mockClear();
});

test('LIVE-01 a ticker is subscribed to once, however many components show it', async () => {
  const store = makeStore();
  store.subscribe(3, vi.fn());
  store.subscribe(3, vi.fn());
  store.subscribe(5, vi.fn());
  await microtasks();
  expect(setSubscriptions.mock.calls).toEqual([[new Set([3, 5])]]);
});

test('a stock that the server does not follow is not subscribed to', async () => {
  const store = makeStore();
  store.subscribe(-1, vi.fn());
  store.subscribe(3, vi.fn());
  await microtasks();
  expect(setSubscriptions).toHaveBeenLastCalledWith(new Set([3]));
});

test('LIVE-01 a ticker is unsubscribed when the last component stops showing it', async () => {
  const store = makeStore();
  const [first, second] = [store.subscribe(3, vi.fn()), store.subscribe(3, vi.fn())];
  first();
  await microtasks();
  expect(setSubscriptions).toHaveBeenLastCalledWith(new Set([3]));
  second();
  await microtasks();
  expect(setSubscriptions).toHaveBeenLastCalledWith(new Set());
});

test('watchers are called once a frame and when other tickers are shown', async () => {
  const store = makeStore();
  const onChange = vi.fn();
  const stop = store.watch(onChange);
  const leave = store.subscribe(3, vi.fn());
  await microtasks();
  expect(onChange).toHaveBeenCalledTimes(1);
  store.receive(fakeTicker(3, { price: 1 }));
  store.receive(fakeTicker(3, { price: 2 }));
  renderFrame();
  expect(onChange).toHaveBeenCalledTimes(2);
  store.refreshAll();
  renderFrame();
  expect(onChange).toHaveBeenCalledTimes(3);
  leave();
  await microtasks();
  expect(onChange).toHaveBeenCalledTimes(4);
  stop();
  store.receive(fakeTicker(3, { price: 3 }));
  renderFrame();
  expect(onChange).toHaveBeenCalledTimes(4);
});

test('LIVE-01 an update reaches the listeners of its ticker only', () => {
  const store = makeStore();
  const [three, five] = [vi.fn(), vi.fn()];
  store.subscribe(3, three);
  store.subscribe(5, five);
  store.receive(fakeTicker(3, { price: 42 }));
  renderFrame();
  expect(store.get(3)?.price).toBe(42);
  expect(three).toHaveBeenCalledTimes(1);
  expect(five).not.toHaveBeenCalled();
});

test('a thousand ticks between two frames result in one call per component', () => {
  const store = makeStore();
  const listeners = Array.from({ length: 50 }, (_, id) => {
    const listener = vi.fn();
    store.subscribe(id, listener);
    return listener;
  });
  for (let i = 0; i < 1000; i++) store.receive(fakeTicker(i % 50, { price: i }));
  expect(frames).toHaveLength(1);
  renderFrame();
  for (const listener of listeners) expect(listener).toHaveBeenCalledTimes(1);
  expect(store.get(49)?.price).toBe(999);
});

test('a hidden tab stores all ticks and calls listeners once when it is visible again', () => {
  const store = makeStore();
  const listener = vi.fn();
  store.subscribe(3, listener);
  for (let i = 0; i < 100; i++) store.receive(fakeTicker(3, { price: i }));
  expect(listener).not.toHaveBeenCalled();
  renderFrame();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.get(3)?.price).toBe(99);
});

test('a quote with an earlier time is accepted, because a restarted server may have an earlier clock', () => {
  const store = makeStore();
  store.receive(fakeTicker(3, { price: 2, updatedAt: '2026-11-20T15:05:00Z' }));
  store.receive(fakeTicker(3, { price: 1, updatedAt: '2026-11-20T15:00:00Z' }));
  expect(store.get(3)?.price).toBe(1);
});

test('tickers over the limit of a frame are rendered in the next one, with their newest prices', () => {
  const store = makeStore();
  const rendered: string[] = [];
  for (const id of [1, 2, 3]) store.subscribe(id, () => rendered.push(`${id}: ${store.get(id)?.price}`));
  for (const id of [1, 2, 3]) store.receive(fakeTicker(id, { price: 10 }));
  expect(renderFrame(2)).toEqual([2]);
  expect(rendered).toEqual(['1: 10', '2: 10']);
  for (const id of [1, 3]) store.receive(fakeTicker(id, { price: 11 }));
  expect(renderFrame(2)).toEqual([2]);
  expect(rendered.slice(2)).toEqual(['3: 11', '1: 11']);
  expect(renderFrame()).toEqual([]);
});

test('a replay shows past quotes at once, and ticks show again after it', () => {
  const store = makeStore();
  const onChange = vi.fn();
  store.subscribe(3, onChange);
  store.receive(fakeTicker(3, { price: 10 }));
  renderFrame();
  onChange.mockClear();
  store.showPast(new Map([[3, { price: 8, change24h: -2, extended: null, isPast: true }]]));
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(store.get(3)).toMatchObject({ price: 8, change24h: -2 });
  expect(store.get(4)).toMatchObject({ change24h: null });
  store.receive(fakeTicker(3, { price: 11 }));
  expect(store.get(3)).toMatchObject({ price: 8 });
  expect(store.newest(3)).toMatchObject({ price: 11 });
  store.showPast(null);
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(store.get(3)).toMatchObject({ price: 11 });
});
