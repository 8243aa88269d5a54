import { expect, test, vi } from 'vitest';
import { ConnectivityStore } from './connectivity';

function storeAt(start: number) {
  const clock = { now: start };
  return { clock, store: new ConnectivityStore(() => clock.now) };
}

test('after a failed call, the data is as old as the last response', () => {
  const { clock, store } = storeAt(1000);
  store.recordResponse();
  clock.now = 5000;
  store.recordFailure();
  expect(store.get()).toEqual({ isReachable: false, dataAsOf: 1000, isSignedOut: false });
});

test('the age is unknown before the first response', () => {
  const { store } = storeAt(1000);
  store.recordFailure();
  expect(store.get()).toEqual({ isReachable: false, dataAsOf: null, isSignedOut: false });
});

test('the age of the oldest cached response is reported', () => {
  const { store } = storeAt(9000);
  store.recordCached(4000);
  store.recordCached(3000);
  store.recordCached(6000);
  expect(store.get()).toEqual({ isReachable: false, dataAsOf: 3000, isSignedOut: false });
});

test('a cached response sets the age in a tab that received no response before', () => {
  const { store } = storeAt(9000);
  store.recordFailure();
  store.recordCached(4000);
  expect(store.get().dataAsOf).toBe(4000);
});

test('the first response of the server ends the outage and notifies listeners once', () => {
  const { store } = storeAt(9000);
  store.recordCached(4000);
  const listener = vi.fn();
  store.subscribe(listener);
  store.recordResponse();
  store.recordResponse();
  expect(store.get()).toEqual({ isReachable: true, dataAsOf: null, isSignedOut: false });
  expect(listener).toHaveBeenCalledTimes(1);
});
