import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useReloadWhileIdle } from './useReloadWhileIdle';

const reload = vi.fn();
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  hidden = false;
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.body.innerHTML = '<form><input id="field"></form>';
});

const start = (outdated = true) => renderHook(() => useReloadWhileIdle(outdated, reload));
const field = () => document.getElementById('field') as HTMLInputElement;

test('a wall display takes a new version by itself after a minute without a hand', () => {
  start();
  vi.advanceTimersByTime(59_000);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(reload).toHaveBeenCalled();
});

test('a page of the newest version is never reloaded', () => {
  start(false);
  vi.advanceTimersByTime(3_600_000);
  expect(reload).not.toHaveBeenCalled();
});

test('a page in use keeps the offer: the minute begins again with every touch', () => {
  start();
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(50_000);
    window.dispatchEvent(new Event('pointerdown'));
  }
  expect(reload).not.toHaveBeenCalled();
});

test('a hidden tab takes it at once', () => {
  start();
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['a field has the focus', () => field().focus()],
  ['a form has text in it', () => field().setAttribute('value', '100')],
  ['a dialog is open', () => document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')],
])('nothing is reloaded while %s', (_, use) => {
  start();
  use();
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(3_600_000);
  expect(reload).not.toHaveBeenCalled();
});
