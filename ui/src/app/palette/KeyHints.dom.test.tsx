import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['MacIntel', '⌘', 'Ctrl'],
  ['Linux x86_64', 'Ctrl', '⌘'],
  ['Win32', 'Ctrl', '⌘'],
])('on %s the hints show the keys of the platform', async (platform, expected, other) => {
  vi.resetModules();
  vi.stubGlobal('navigator', { platform });
  const { KeyHints } = await import('./KeyHints');
  render(<KeyHints onClose={() => undefined} />);
  expect(screen.getByText(expected)).toBeVisible();
  expect(screen.queryByText(other)).toBeNull();
});
