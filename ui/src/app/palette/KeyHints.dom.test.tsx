import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['MacIntel', '⌘', 'Ctrl'],
  ['Linux x86_64', 'Ctrl', '⌘'],
  ['Win32', 'Ctrl', '⌘'],
])('on %s the hints name the keys of its keyboard', async (platform, own, other) => {
  vi.resetModules();
  vi.stubGlobal('navigator', { platform });
  const { KeyHints } = await import('./KeyHints');
  render(<KeyHints onClose={() => undefined} />);
  expect(screen.getByText(own)).toBeVisible();
  expect(screen.queryByText(other)).toBeNull();
});
