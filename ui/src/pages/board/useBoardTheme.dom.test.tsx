import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useForcedScheme } from '~/state/forcedScheme';
import { useBoardTheme } from './useBoardTheme';

const SCHEME = 'data-mantine-color-scheme';

test("a board's theme ignores changes of the system's theme, and ends with the board", async () => {
  const listeners = new Set<(event: { matches: boolean }) => void>();
  let isDark = true;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isDark;
    },
    addEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: { matches: boolean }) => void) =>
      listeners.delete(listener),
  }));
  function Board() {
    useBoardTheme('dark');
    return null;
  }
  function App({ hasBoard }: { hasBoard: boolean }) {
    const forced = useForcedScheme();
    return (
      <MantineProvider defaultColorScheme="auto" {...(forced && { forceColorScheme: forced })}>
        {hasBoard && <Board />}
      </MantineProvider>
    );
  }
  const shown = () => document.documentElement.getAttribute(SCHEME);
  const { rerender } = render(<App hasBoard />);
  expect(shown()).toBe('dark');
  isDark = false;
  act(() => {
    for (const listener of listeners) listener({ matches: false });
  });
  expect(shown()).toBe('dark');
  rerender(<App hasBoard={false} />);
  expect(shown()).toBe('light');
  vi.unstubAllGlobals();
});
