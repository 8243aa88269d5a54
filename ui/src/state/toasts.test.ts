import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_TOASTS, RETENTION_MS, ToastStore } from './toasts';

beforeEach(() => void vi.useFakeTimers());
const makeStore = () =>
  new ToastStore({ now: () => Date.now(), setTimeout: (run, ms) => setTimeout(run, ms) });

test('TOAST-01 a new toast replaces the shown one', () => {
  const store = makeStore();
  store.show('First');
  store.show('Second');
  expect(store.list().map((toast) => [toast.title, toast.dismissedAt === null])).toEqual([
    ['Second', true],
    ['First', false],
  ]);
});

test('TOAST-03 a dismissed toast is removed after 1,000,000 ms', () => {
  const store = makeStore();
  store.dismiss(store.show('Alert created', 'Your alert has been created successfully'));
  vi.advanceTimersByTime(RETENTION_MS - 1);
  expect(store.list()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.list()).toHaveLength(0);
  expect(RETENTION_MS).toBe(1_000_000);
});

test('fifty alerts in a row show one toast with each sentence once', () => {
  const store = makeStore();
  store.show('Ticker added');
  for (let i = 0; i < 50; i++) store.group('Alert', `AAPL rises above $${i}`);
  store.group('Alert', 'AAPL rises above $7');
  expect(store.list().map(({ title }) => title)).toEqual(['Alert', 'Ticker added']);
  expect(store.list()[0]?.messages).toHaveLength(50);
});

test('an alert that fires after the last toast was dismissed shows a new toast', () => {
  const store = makeStore();
  store.group('Alert', 'First');
  store.dismiss(store.list()[0]?.id ?? 0);
  store.group('Alert', 'Second');
  expect(store.list().map(({ messages }) => messages)).toEqual([['Second'], ['First']]);
});

test('a toast with the same text replaces the shown one', () => {
  const store = makeStore();
  store.show('Error', 'Failed to add ticker.', 'destructive');
  store.show('Error', 'Failed to add ticker.', 'destructive');
  expect(store.list()).toHaveLength(1);
  store.show('Error', 'Another failure.', 'destructive');
  expect(store.list()).toHaveLength(2);
});

test('the number of stored toasts is limited', () => {
  const store = makeStore();
  for (let i = 0; i < 200; i++) store.show(`Toast ${i}`);
  expect(store.list()).toHaveLength(MAX_TOASTS);
  expect(store.list()[0]?.title).toBe('Toast 199');
});

test('dismissing twice changes nothing', () => {
  const store = makeStore();
  const id = store.show('Once');
  store.dismiss(id);
  const before = store.list();
  store.dismiss(id);
  expect(store.list()).toBe(before);
});
