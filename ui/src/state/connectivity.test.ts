import { expect, test, vi } from 'vitest';
import { ConnectivityStore } from './connectivity';

function storeAt(start: number) {
  const clock = { now: start };
  return { clock, store: new ConnectivityStore(() => clock.now) };
}

test('a call that nobody answers dates the data by the last answer', () => {
  const { clock, store } = storeAt(1000);
  store.recordResponse();
  clock.now = 5000;
  store.recordFailure();
  expect(store.get()).toEqual({ isReachable: false, dataAsOf: 1000, isSignedOut: false });
});

test('without any answer before, the age is unknown', () => {
  const { store } = storeAt(1000);
  store.recordFailure();
  expect(store.get()).toEqual({ isReachable: false, dataAsOf: null, isSignedOut: false });
});

test('of several kept answers the oldest is named', () => {
  const { store } = storeAt(9000);
  store.recordCached(4000);
  store.recordCached(3000);
  store.recordCached(6000);
  expect(store.get()).toEqual({ isReachable: false, dataAsOf: 3000, isSignedOut: false });
});

test('a kept answer dates the data of a tab that had none', () => {
  const { store } = storeAt(9000);
  store.recordFailure();
  store.recordCached(4000);
  expect(store.get().dataAsOf).toBe(4000);
});

test('the first answer of the server ends it, and is shown once', () => {
  const { store } = storeAt(9000);
  store.recordCached(4000);
  const heard = vi.fn();
  store.subscribe(heard);
  store.recordResponse();
  store.recordResponse();
  expect(store.get()).toEqual({ isReachable: true, dataAsOf: null, isSignedOut: false });
  expect(heard).toHaveBeenCalledTimes(1);
});
