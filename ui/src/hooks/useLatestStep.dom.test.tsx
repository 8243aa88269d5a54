import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLatestStep } from './useLatestStep';
import { IsLeaving } from './useUrlChoice';

test('an asynchronous step is current until another starts, it is canceled, or the component unmounts', () => {
  const { result, unmount } = renderHook(useLatestStep);
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

test('a step is not current while the user is leaving the page', () => {
  let leaving = false;
  const { result } = renderHook(useLatestStep, {
    wrapper: ({ children }) => <IsLeaving value={() => leaving}>{children}</IsLeaving>,
  });
  const step = result.current.start();
  leaving = true;
  expect(step()).toBe(false);
});
