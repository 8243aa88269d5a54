import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeSockets } from '~/live/socket.fake';
import { fakeTicker } from '~/live/ticker.fake';
import { setServerTime } from '~/state/clock';
import { LiveDot } from './LiveDot';
import { LivePrice } from './LivePrice';

const sockets = fakeSockets();
const frames: (() => void)[] = [];
// Simulates a fast device that draws every frame at once.
vi.mock('~/live/priceScheduler', () => ({
  schedulePrices: (run: (maxTickers: number) => number) => frames.push(() => run(Number.POSITIVE_INFINITY)),
}));
HTMLElement.prototype.animate = () => ({ cancel: () => undefined }) as unknown as Animation;
const drawFrame = () =>
  act(() => {
    for (const run of frames.splice(0)) run();
  });

test('the dot turns amber in the same frame as the stale price, and green again with it', async () => {
  setServerTime(Date.parse('2026-11-20T15:10:00Z'));
  const receive = (second: string, staleAt: string) => {
    const data = fakeTicker(1, { updatedAt: `2026-11-20T15:00:${second}Z`, staleAt });
    sockets[0]?.receive(JSON.stringify({ type: 'ticker_update', data }));
  };
  const page = (dot: ReactElement) => (
    <MantineProvider>
      {dot}
      <LivePrice ticker={fakeTicker(1)} />
    </MantineProvider>
  );
  const { rerender } = render(page(<LiveDot sample={false} />));
  await expect.poll(() => sockets.length).toBe(1);
  await act(async () => sockets[0]?.accept());
  const staleNotes = () => [screen.queryByText(', with outdated prices'), screen.queryByText(', stale')];

  receive('01', '2026-11-20T15:05:00Z');
  expect(staleNotes()).toEqual([null, null]);
  drawFrame();
  expect(staleNotes()).not.toContain(null);
  // With mostly stale prices, the feed is connected but not live.
  expect(screen.queryByText('Live')).toBeNull();
  screen.getByText('Connected');

  receive('02', '2026-11-20T15:20:00Z');
  drawFrame();
  expect(staleNotes()).toEqual([null, null]);
  screen.getByText('Live');

  // Sample data has a ring, and no word where the header has it.
  const dot = () => screen.getByTitle('Live data connected');
  expect(dot()).not.toHaveAttribute('data-sample');
  rerender(page(<LiveDot sample terse />));
  expect(dot()).toHaveAttribute('data-sample');
  expect(screen.getByText('Sample data')).toHaveClass('visually-hidden');
});
