import { act, renderHook } from '@testing-library/react';
import { endVisit, useCountVisit, useShowsDashboard } from './homeView';
import { useSetting } from './settings';

beforeEach(() => {
  localStorage.clear();
  endVisit();
});

/** Runs the hooks of the home page. */
function useHome(): boolean {
  useCountVisit();
  return useShowsDashboard();
}

/** Opens home in a newly loaded app; returns true if it shows the dashboard. */
function visit(): boolean {
  endVisit();
  return renderHook(useHome).result.current;
}

test('the first three visits show the introduction, later ones the dashboard', () => {
  expect([visit(), visit(), visit(), visit(), visit()]).toEqual([false, false, false, true, true]);
});

test('the view does not change during a visit', () => {
  const { result, rerender } = renderHook(useHome);
  for (let times = 0; times < 5; times++) rerender();
  expect(result.current).toBe(false);
});

test('returning to home within a visit shows the same view', () => {
  const returnHome = () => renderHook(useHome).result.current;
  expect([returnHome(), returnHome(), returnHome(), returnHome(), returnHome()]).toEqual(
    Array(5).fill(false),
  );
  expect([visit(), visit(), visit()]).toEqual([false, false, true]);
});

test('the setting overrides the number of visits immediately', () => {
  const home = renderHook(useHome);
  const choice = renderHook(() => useSetting('home-view'));
  act(() => choice.result.current[1]('deck'));
  expect(home.result.current).toBe(true);
  act(() => choice.result.current[1]('introduction'));
  expect([visit(), visit(), visit(), visit()]).toEqual([false, false, false, false]);
  expect(home.result.current).toBe(false);
});
