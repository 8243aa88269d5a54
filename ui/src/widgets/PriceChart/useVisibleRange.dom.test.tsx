import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useVisibleRange, type VisibleRange } from './useVisibleRange';

const DAY = 86_400_000;
const view = (from: string, days: number): VisibleRange => ({
  from: Date.parse(from),
  to: Date.parse(from) + days * DAY,
});

let show: (next: VisibleRange | null) => void;
let go: ReturnType<typeof useNavigate>;

function Probe() {
  const [shown, set] = useVisibleRange();
  show = set;
  go = useNavigate();
  const { search } = useLocation();
  return <p>{`${shown ? new Date(shown.from).toISOString().slice(0, 10) : 'all'} ${search}`}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MemoryRouter initialEntries={['/']}>
      <Probe />
    </MemoryRouter>,
  );
});
afterEach(() => vi.useRealTimers());

const waitForUrl = () => act(() => vi.advanceTimersByTime(300));
const shownRange = () => screen.getByText(/all|20/).textContent;

test('a view shows at once, and the URL follows after a pause', () => {
  act(() => show(view('2026-01-05', 30)));
  expect(shownRange()).toBe('2026-01-05 ');
  waitForUrl();
  expect(shownRange()).toBe('2026-01-05 ?from=2026-01-05&to=2026-02-04');
  act(() => void go('/'));
  expect(shownRange()).toBe('all ');
});

test.each([
  ['another view', view('2026-03-02', 30), '2026-03-02 ?from=2026-03-02&to=2026-04-01'],
  ['the whole range', null, 'all '],
])('%s stays if it is chosen just after the previous view was written to the URL', (_, next, end) => {
  act(() => show(view('2026-01-05', 30)));
  act(() => {
    vi.advanceTimersByTime(300);
    show(next);
  });
  expect(shownRange()).toMatch(new RegExp(`^${end.split(' ')[0]} `));
  waitForUrl();
  expect(shownRange()).toBe(end);
});

test('a view chosen just before the previous one is written is kept', () => {
  act(() => show(view('2026-01-05', 30)));
  act(() => {
    show(view('2026-03-02', 30));
    // Without a render in between, the pending timer belongs to the previous render.
    vi.advanceTimersByTime(300);
  });
  expect(shownRange()).toMatch(/^2026-03-02 /);
  waitForUrl();
  expect(shownRange()).toBe('2026-03-02 ?from=2026-03-02&to=2026-04-01');
});
