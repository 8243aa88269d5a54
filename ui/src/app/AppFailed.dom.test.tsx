import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { AppFailed } from './AppFailed';

function Broken(): never {
  throw new Error('a bug in the frame');
}

test('an app whose frame fails says so, offers to reload, and does so by itself on a wall', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reload = vi.fn();
  render(
    <ErrorBoundary fallback={<AppFailed reload={reload} />}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  screen.getByRole('button', { name: 'Reload now' }).click();
  expect(reload).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(reload.mock.calls.length).toBeGreaterThan(1);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
