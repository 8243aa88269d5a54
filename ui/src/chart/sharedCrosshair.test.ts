import { expect, test, vi } from 'vitest';
import { indexAtTime, SharedCrosshair } from './sharedCrosshair';

const HOUR = 3_600_000;
const points = [0, 1, 2, 5].map((hour, x) => ({
  timestamp: new Date(hour * HOUR).toISOString(),
  price: 1,
  x,
}));

test('indexAtTime returns the bar at or before a time, and null outside of the history', () => {
  const at = (hour: number) => indexAtTime(points, hour * HOUR);
  expect([at(-0.1), at(0), at(1.9), at(2), at(4.9), at(5), at(5.9), at(6.1)]).toEqual([
    null,
    0,
    1,
    2,
    2,
    3,
    3,
    null,
  ]);
  expect(indexAtTime([], HOUR)).toBeNull();
});

test('a crosshair is shown in the other charts, until its own chart removes it', () => {
  const shared = new SharedCrosshair();
  const [first, second] = [{}, {}];
  const listener = vi.fn();
  const stop = shared.subscribe(listener);
  shared.move(first, HOUR);
  expect([shared.timeFor(first), shared.timeFor(second)]).toEqual([null, HOUR]);
  shared.move(second, 2 * HOUR);
  shared.move(first, null);
  expect([shared.timeFor(first), shared.timeFor(second)]).toEqual([2 * HOUR, null]);
  shared.move(second, null);
  expect(shared.timeFor(first)).toBeNull();
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  shared.move(first, HOUR);
  expect(listener).toHaveBeenCalledTimes(3);
});
