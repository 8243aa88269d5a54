import { beforeEach, expect, test, vi } from 'vitest';
import { KEPT_MS, ToastStore } from './toasts';

beforeEach(() => void vi.useFakeTimers());
const makeStore = () =>
  new ToastStore({ now: () => Date.now(), setTimeout: (run, ms) => setTimeout(run, ms) });

test('TOAST-01 a new toast takes the place of the shown one', () => {
  const store = makeStore();
  store.show('First');
  store.show('Second');
  expect(store.list().map((toast) => [toast.title, toast.dismissedAt === null])).toEqual([
    ['Second', true],
    ['First', false],
  ]);
});

test('TOAST-03 a dismissed toast is kept for 1,000,000 ms and then gone', () => {
  const store = makeStore();
  store.dismiss(store.show('Alert created', 'Your alert has been created successfully'));
  vi.advanceTimersByTime(KEPT_MS - 1);
  expect(store.list()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.list()).toHaveLength(0);
  expect(KEPT_MS).toBe(1_000_000);
});

test('dismissing twice changes nothing', () => {
  const store = makeStore();
  const id = store.show('Once');
  store.dismiss(id);
  const before = store.list();
  store.dismiss(id);
  expect(store.list()).toBe(before);
});
