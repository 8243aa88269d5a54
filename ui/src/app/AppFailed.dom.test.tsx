import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { AppFailed } from './AppFailed';

function Broken(): never {
  throw new Error('a bug in the frame');
}

test('an app whose frame fails tells the script of the page, which says so and reloads', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const heard = vi.fn();
  document.addEventListener('marketdeck:failed', heard);
  render(
    <ErrorBoundary fallback={<AppFailed />}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(heard).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
