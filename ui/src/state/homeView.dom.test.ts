import { act, renderHook } from '@testing-library/react';
import { useIsDeck } from './homeView';
import { useSetting } from './settings';

beforeEach(() => localStorage.clear());

const visit = () => renderHook(() => useIsDeck()).result.current;

test('the first three visits begin with the introduction, and from then on the page is a deck', () => {
  expect([visit(), visit(), visit(), visit(), visit()]).toEqual([false, false, false, true, true]);
});

test('a visit does not change under the one who makes it', () => {
  const { result, rerender } = renderHook(() => useIsDeck());
  for (let times = 0; times < 5; times++) rerender();
  expect(result.current).toBe(false);
});

test('a choice wins over the count, at once', () => {
  const shown = renderHook(() => useIsDeck());
  const choice = renderHook(() => useSetting('home-view'));
  act(() => choice.result.current[1]('deck'));
  expect(shown.result.current).toBe(true);
  act(() => choice.result.current[1]('introduction'));
  expect([visit(), visit(), visit(), visit()]).toEqual([false, false, false, false]);
  expect(shown.result.current).toBe(false);
});
