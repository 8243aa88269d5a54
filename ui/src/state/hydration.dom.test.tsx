import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useIsHydrated } from './hydration';

test('a component that is mounted later renders once', () => {
  const renders: boolean[] = [];
  function Part() {
    renders.push(useIsHydrated());
    return null;
  }
  render(<Part />);
  expect(renders).toEqual([true]);
});

test('a hydrated component renders like the prerendered HTML first', async () => {
  const renders: boolean[] = [];
  function Part() {
    const isHydrated = useIsHydrated();
    renders.push(isHydrated);
    return <p>{isHydrated ? 'data' : 'placeholder'}</p>;
  }
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Part />);
  expect(root.textContent).toBe('placeholder');
  renders.length = 0;
  await act(async () => {
    hydrateRoot(root, <Part />);
  });
  expect(renders).toEqual([false, true]);
  expect(root.textContent).toBe('data');
});
