import { expect, test, vi } from 'vitest';
import { ReachStore } from './reach';

function storeAt(start: number) {
  const clock = { now: start };
  return { clock, store: new ReachStore(() => clock.now) };
}

test('a call that nobody answers dates the data by the last answer', () => {
  const { clock, store } = storeAt(1000);
  store.answered();
  clock.now = 5000;
  store.failed();
  expect(store.get()).toEqual({ reached: false, dataFrom: 1000 });
});

test('without any answer before, the age is unknown', () => {
  const { store } = storeAt(1000);
  store.failed();
  expect(store.get()).toEqual({ reached: false, dataFrom: null });
});

test('of several kept answers the oldest is named', () => {
  const { store } = storeAt(9000);
  store.stoodIn(4000);
  store.stoodIn(3000);
  store.stoodIn(6000);
  expect(store.get()).toEqual({ reached: false, dataFrom: 3000 });
});

test('a kept answer dates the data of a tab that had none', () => {
  const { store } = storeAt(9000);
  store.failed();
  store.stoodIn(4000);
  expect(store.get().dataFrom).toBe(4000);
});

test('the first answer of the server ends it, and is told once', () => {
  const { store } = storeAt(9000);
  store.stoodIn(4000);
  const heard = vi.fn();
  store.subscribe(heard);
  store.answered();
  store.answered();
  expect(store.get()).toEqual({ reached: true, dataFrom: null });
  expect(heard).toHaveBeenCalledTimes(1);
});
