import { expect, test, vi } from 'vitest';
import { ConnectivityStore } from './connectivity';

function storeAt(start: number) {
  const clock = { now: start };
  return { clock, store: new ConnectivityStore(() => clock.now) };
}

test('a call that nobody answers dates the data by the last answer', () => {
  const { clock, store } = storeAt(1000);
  store.answered();
  clock.now = 5000;
  store.failed();
  expect(store.get()).toEqual({ reachable: false, dataAsOf: 1000, signedOut: false });
});

test('without any answer before, the age is unknown', () => {
  const { store } = storeAt(1000);
  store.failed();
  expect(store.get()).toEqual({ reachable: false, dataAsOf: null, signedOut: false });
});

test('of several kept answers the oldest is named', () => {
  const { store } = storeAt(9000);
  store.servedFromCache(4000);
  store.servedFromCache(3000);
  store.servedFromCache(6000);
  expect(store.get()).toEqual({ reachable: false, dataAsOf: 3000, signedOut: false });
});

test('a kept answer dates the data of a tab that had none', () => {
  const { store } = storeAt(9000);
  store.failed();
  store.servedFromCache(4000);
  expect(store.get().dataAsOf).toBe(4000);
});

test('the first answer of the server ends it, and is shown once', () => {
  const { store } = storeAt(9000);
  store.servedFromCache(4000);
  const heard = vi.fn();
  store.subscribe(heard);
  store.answered();
  store.answered();
  expect(store.get()).toEqual({ reachable: true, dataAsOf: null, signedOut: false });
  expect(heard).toHaveBeenCalledTimes(1);
});
