import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLatestOnly } from './useLatestOnly';
import { IsLeavingContext } from './useUrlChoice';

test('an operation is wanted until another starts, it is canceled, or the component unmounts', () => {
  const { result, unmount } = renderHook(useLatestOnly);
  const first = result.current.start();
  expect(first()).toBe(true);
  const second = result.current.start();
  expect([first(), second()]).toEqual([false, true]);
  result.current.cancel();
  expect(second()).toBe(false);
  const third = result.current.start();
  unmount();
  expect(third()).toBe(false);
});

test('an operation is not wanted while the user is leaving the page', () => {
  let leaving = false;
  const { result } = renderHook(useLatestOnly, {
    wrapper: ({ children }) => <IsLeavingContext value={() => leaving}>{children}</IsLeavingContext>,
  });
  const isWanted = result.current.start();
  leaving = true;
  expect(isWanted()).toBe(false);
});
