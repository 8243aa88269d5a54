import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '~/live/socket.fake';
import { fakeTicker } from '~/live/ticker.fake';
import { useBreadthFigures } from './useBreadthFigures';

let socket: FakeSocket;
vi.stubGlobal('WebSocket', function open(url: string) {
  socket = new FakeSocket(url);
  return socket;
});
vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());

beforeEach(() => void vi.useFakeTimers());

function Figures({ rows }: { rows: readonly ReturnType<typeof fakeTicker>[] }) {
  const { figures } = useBreadthFigures(rows);
  return figures.map(({ label, value }) => (
    <p key={label}>
      {label} {value}
    </p>
  ));
}
const shown = () => screen.getAllByText(/ing/).map(({ textContent }) => textContent);

test('advancing and declining follow live prices, once a second', async () => {
  const rows = [1, 2, 3].map((id) => fakeTicker(id, { change24h: 1 }));
  render(<Figures rows={rows} />);
  await act(async () => undefined); // subscriptions are batched
  act(() => socket.accept());
  expect(shown()).toEqual(['Advancing 3', 'Declining 0']);
  const change = fakeTicker(2, { change24h: -1, updatedAt: '2027-01-01T00:00:00Z' });
  act(() => socket.receive(JSON.stringify({ type: 'ticker_update', data: change })));
  act(() => vi.advanceTimersByTime(1300)); // a frame, and a second later the next update
  expect(shown()).toEqual(['Advancing 2', 'Declining 1']);
});

test('without rows the figures are unknown', () => {
  render(<Figures rows={[]} />);
  expect(shown()).toEqual(['Advancing —', 'Declining —']);
});
