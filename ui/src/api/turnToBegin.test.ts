import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turnToBegin } from './turnToBegin';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reads that are asked for at once begin one a task, in their order', async () => {
  const begun: string[] = [];
  const read = async (name: string) => {
    await turnToBegin();
    begun.push(name);
  };
  const reads = ['first', 'second', 'third'].map(read);
  await Promise.resolve();
  expect(begun).toEqual(['first']);
  await vi.advanceTimersToNextTimerAsync();
  expect(begun).toEqual(['first', 'second']);
  await vi.advanceTimersToNextTimerAsync();
  expect(begun).toEqual(['first', 'second', 'third']);
  await Promise.all(reads);
});

test('in a hidden tab, which may run one task a minute, nothing waits', async () => {
  expect(turnToBegin()).toBeUndefined();
  const second = turnToBegin();
  const third = turnToBegin();
  vi.stubGlobal('document', { hidden: true });
  expect(turnToBegin()).toBeUndefined();
  await vi.advanceTimersToNextTimerAsync();
  await Promise.all([second, third]);
});

test('a read that is asked for alone begins in the task that asks', () => {
  expect(turnToBegin()).toBeUndefined();
  vi.runAllTimers();
  expect(turnToBegin()).toBeUndefined();
});
