import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLatestStep } from './useLatestStep';
import { IsLeaving } from './useUrlChoice';

test('an asynchronous step is current until another begins, it is canceled, or its component unmounts', () => {
  const { result, unmount } = renderHook(useLatestStep);
  const first = result.current.begin();
  expect(first()).toBe(true);
  const second = result.current.begin();
  expect([first(), second()]).toEqual([false, true]);
  result.current.drop();
  expect(second()).toBe(false);
  const third = result.current.begin();
  unmount();
  expect(third()).toBe(false);
});

test('no step of a page that is being left completes', () => {
  let leaving = false;
  const { result } = renderHook(useLatestStep, {
    wrapper: ({ children }) => <IsLeaving value={() => leaving}>{children}</IsLeaving>,
  });
  const step = result.current.begin();
  leaving = true;
  expect(step()).toBe(false);
});
