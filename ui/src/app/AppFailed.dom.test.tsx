import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { AppFailed } from './AppFailed';

function Broken(): never {
  throw new Error('a bug in the shell');
}

test('an error in the shell notifies the inline script of the page, which reports it and reloads', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const listener = vi.fn();
  document.addEventListener('marketdeck:failed', listener);
  render(
    <ErrorBoundary fallback={<AppFailed />}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(listener).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
