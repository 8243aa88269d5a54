import { act, renderHook } from '@testing-library/react';
import { endVisit, useIsDeck } from './homeView';
import { useSetting } from './settings';

beforeEach(() => {
  localStorage.clear();
  endVisit();
});

/** Loads the app and opens the page. */
function visit(): boolean {
  endVisit();
  return renderHook(() => useIsDeck()).result.current;
}

test('the first three visits begin with the introduction, and from then on the page is a deck', () => {
  expect([visit(), visit(), visit(), visit(), visit()]).toEqual([false, false, false, true, true]);
});

test('a visit does not change under the one who makes it', () => {
  const { result, rerender } = renderHook(() => useIsDeck());
  for (let times = 0; times < 5; times++) rerender();
  expect(result.current).toBe(false);
});

test('a page that is come back to, by its link or by Back, is the one it was', () => {
  const comeBack = () => renderHook(() => useIsDeck()).result.current;
  expect([comeBack(), comeBack(), comeBack(), comeBack(), comeBack()]).toEqual(Array(5).fill(false));
  expect([visit(), visit(), visit()]).toEqual([false, false, true]);
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
