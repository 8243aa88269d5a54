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

test('a wall display reloads for a new version after a minute without input', () => {
  start();
  vi.advanceTimersByTime(59_000);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(reload).toHaveBeenCalled();
});

test('a page of the current version is never reloaded', () => {
  start(false);
  vi.advanceTimersByTime(3_600_000);
  expect(reload).not.toHaveBeenCalled();
});

test('a page in use is not reloaded: any input restarts the minute', () => {
  start();
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(50_000);
    window.dispatchEvent(new Event('pointerdown'));
  }
  expect(reload).not.toHaveBeenCalled();
});

test('a hidden tab is reloaded immediately', () => {
  start();
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['a field has focus', () => field().focus()],
  ['a form has text in it', () => field().setAttribute('value', '100')],
  ['a dialog is open', () => document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')],
])('the page is not reloaded while %s', (_, occupy) => {
  start();
  occupy();
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(3_600_000);
  expect(reload).not.toHaveBeenCalled();
});
