import { act, render, screen } from '@testing-library/react';
import { onTick, serverNow, serverOffset, setServerTime, useNow } from './clock';

const START = Date.parse('2026-11-20T14:30:07Z');
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(START);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => {
  isHidden = false;
  setServerTime(Date.now());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setHidden(hidden: boolean): void {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Counts the ticks of an interval from now on. */
function countTicks(interval: number): () => number {
  const listener = vi.fn();
  onTestFinished(onTick(interval, listener));
  return () => listener.mock.calls.length;
}

test('listeners are called at multiples of the interval, and all at once', () => {
  const times: number[] = [];
  onTestFinished(onTick(15_000, () => times.push(Date.now())));
  vi.advanceTimersByTime(5_000);
  onTestFinished(onTick(15_000, () => times.push(Date.now())));
  vi.advanceTimersByTime(18_000);
  const [first, second] = ['14:30:15', '14:30:30'].map((time) => Date.parse(`2026-11-20T${time}Z`));
  expect(times).toEqual([first, first, second, second]);
});

test('a hidden tab has no ticks, and catches up once when it is shown again', () => {
  const ticks = countTicks(10_000);
  setHidden(true);
  vi.advanceTimersByTime(60_000);
  expect(ticks()).toBe(0);
  setHidden(false);
  expect(ticks()).toBe(1);
  setHidden(true);
  vi.advanceTimersByTime(1_000);
  setHidden(false);
  expect(ticks()).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(ticks()).toBe(2);
});

test('without listeners there is no timer', () => {
  const stops = [onTick(1_000, () => undefined), onTick(1_000, () => undefined)];
  expect(vi.getTimerCount()).toBe(1);
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a component shows the time of the last tick, and the current one if it is mounted later', () => {
  const Clock = () => <time>{new Date(useNow(20_000)).toISOString().slice(11, 19)}</time>;
  const { unmount } = render(<Clock />);
  act(() => void vi.advanceTimersByTime(13_000));
  expect(screen.getByRole('time')).toHaveTextContent('14:30:20');
  unmount();
  vi.advanceTimersByTime(100_000);
  render(<Clock />);
  expect(screen.getByRole('time')).toHaveTextContent('14:32:00');
});

test('the server can run at another time than this device', () => {
  setServerTime(START + 90_000);
  vi.advanceTimersByTime(1_000);
  expect(serverNow()).toBe(START + 91_000);
  expect(serverOffset()).toBe(90_000);
});
