import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { connectivity } from '~/state/connectivity';
import { useToasts } from '~/state/toasts';
import { LazyBoundary } from './LazyBoundary';
import { lazyPart, retryingLazy } from './retryingLazy';

afterEach(() => void vi.restoreAllMocks());

test('a layer whose code failed to load is fetched again when it is opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: () => 'The layer' });
  const Layer = retryingLazy(load);
  const onFail = vi.fn();
  const layerOpened = (opened: number) => (
    <LazyBoundary resetKey={opened} onFail={onFail}>
      <Layer />
    </LazyBoundary>
  );
  const { rerender } = await act(async () => render(layerOpened(1)));
  expect(screen.queryByText('The layer')).toBeNull();
  expect(onFail).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => rerender(layerOpened(2)));
  expect(await screen.findByText('The layer')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test('loaded code is fetched once for all users', async () => {
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

test('a part whose code failed to load is retried when the server is back, and after a while', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: () => 'The part' });
  const Part = retryingLazy(load);
  connectivity.recordFailure();
  await act(async () =>
    render(
      <LazyBoundary silent>
        <Part />
      </LazyBoundary>,
    ),
  );
  expect(load).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => connectivity.recordResponse());
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(load).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('The part')).toBeInTheDocument();
  vi.useRealTimers();
});

test('an error in a part is shown in place, without a toast, and other parts stay', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = retryingLazy(async () => ({
    default: (): string => {
      throw new Error('a bug');
    },
  }));
  const { result: toasts } = renderHook(useToasts);
  const before = toasts.current.length;
  await act(async () =>
    render(
      <>
        <LazyBoundary>
          <Part />
        </LazyBoundary>
        <p>A neighbor</p>
      </>,
    ),
  );
  expect(await screen.findByText("Couldn't show this panel.")).toBeInTheDocument();
  expect(screen.getByText('A neighbor')).toBeInTheDocument();
  expect(toasts.current).toHaveLength(before);
});

test('lazyPart renders the named part of a shared chunk', async () => {
  const load = () =>
    Promise.resolve({
      Table: () => 'The table',
      Menu: ({ subject }: { subject: string }) => `A menu of ${subject}`,
    });
  const Menu = lazyPart(load, 'Menu');
  const Table = lazyPart(load, 'Table');
  await act(async () =>
    render(<LazyBoundary>{[<Table key="table" />, <Menu key="menu" subject="charts" />]}</LazyBoundary>),
  );
  expect(await screen.findByText(/The table.*A menu of charts/)).toBeInTheDocument();
});
