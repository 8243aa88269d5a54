// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useFlash } from './useFlash';

beforeEach(() => void vi.useFakeTimers());

test('HOME-07 TICK-11 a change flashes its direction for one second; a first value does not', () => {
  const hook = renderHook(({ price }) => useFlash(price), { initialProps: { price: null as number | null } });
  hook.rerender({ price: 10 });
  expect(hook.result.current).toBeNull();
  hook.rerender({ price: 11 });
  expect(hook.result.current).toBe('up');
  act(() => vi.advanceTimersByTime(999));
  expect(hook.result.current).toBe('up');
  act(() => vi.advanceTimersByTime(1));
  expect(hook.result.current).toBeNull();
  hook.rerender({ price: 9 });
  expect(hook.result.current).toBe('down');
});
