import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LazyBoundary } from './LazyBoundary';
import { retryingLazy } from './retryingLazy';

afterEach(() => void vi.restoreAllMocks());

test('a layer whose code failed once is fetched again when it is opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: () => 'The layer' });
  const Layer = retryingLazy(load);
  const onFail = vi.fn();
  const shown = (opened: number) => (
    <LazyBoundary renewedBy={opened} onFail={onFail}>
      <Layer />
    </LazyBoundary>
  );
  const { rerender } = await act(async () => render(shown(1)));
  expect(screen.queryByText('The layer')).toBeNull();
  expect(onFail).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => rerender(shown(2)));
  expect(await screen.findByText('The layer')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test('code that is here is fetched once for everybody', async () => {
  const load = vi.fn(async () => ({ default: () => 'The layer' }));
  const Layer = retryingLazy(load);
  await act(async () =>
    render(
      <>
        <LazyBoundary>
          <Layer />
        </LazyBoundary>
        <LazyBoundary>
          <Layer />
        </LazyBoundary>
      </>,
    ),
  );
  expect(await screen.findAllByText('The layer', { exact: false })).not.toHaveLength(0);
  expect(load).toHaveBeenCalledTimes(1);
});
