import { nearestIndex, STEPS, seriesByCount, seriesBySession, withLiveEnd } from './series';
import { bars, MINUTE, ramp, session } from './testPoints';

test('the live price renews the last point within its interval and adds one after it', () => {
  const points = bars('2026-11-20T19:00:00Z', STEPS['1W'], [1, 2]);
  const renewed = withLiveEnd(points, { price: 3, updatedAt: '2026-11-20T20:10:00Z' }, STEPS['1W']);
  expect(renewed.map(({ price }) => price)).toEqual([1, 3]);
  const added = withLiveEnd(points, { price: 3, updatedAt: '2026-11-20T21:10:00Z' }, STEPS['1W']);
  expect(added.map(({ price }) => price)).toEqual([1, 2, 3]);
  expect(withLiveEnd(points, { price: 3, updatedAt: '2026-11-19T21:10:00Z' }, STEPS['1W'])).toEqual(points);
  expect(withLiveEnd([], { price: 3, updatedAt: session.sessionEnd }, STEPS['1W'])).toEqual([]);
});

test('a point stamped with the moment of the answer still takes the live price', () => {
  const points = bars('2026-11-20T19:39:23Z', STEPS['1W'], [104_497]);
  const renewed = withLiveEnd(points, { price: 104_209, updatedAt: '2026-11-20T19:39:20Z' }, STEPS['1W']);
  expect(renewed).toEqual([{ timestamp: '2026-11-20T19:39:23Z', price: 104_209 }]);
});

test('a daily point keeps its date when the live price renews it', () => {
  const points = bars('2026-11-19T00:00:00Z', STEPS['1M'], [1, 2]);
  const renewed = withLiveEnd(points, { price: 9, updatedAt: '2026-11-20T19:32:00Z' }, STEPS['1M']);
  expect(renewed.at(-1)).toEqual({ timestamp: '2026-11-20T00:00:00Z', price: 9 });
});

test('CHRT-01 a day stops at now and leaves the rest of its session empty', () => {
  const series = seriesBySession(bars(session.sessionStart, 5 * MINUTE, ramp(61)), session);
  expect(series.end).toBe(78);
  expect(series.points.at(-1)?.x).toBe(60);
});

test('points of an earlier session do not belong to today', () => {
  const points = [
    ...bars('2026-11-19T20:00:00Z', 5 * MINUTE, ramp(3)),
    ...bars(session.sessionStart, 5 * MINUTE, ramp(4)),
  ];
  expect(seriesBySession(points, session).points).toHaveLength(4);
});

test('the crosshair finds the nearest point', () => {
  const { points } = seriesByCount(bars(session.sessionStart, MINUTE, ramp(10)));
  expect([-3, 0.4, 0.6, 8.9, 40].map((x) => nearestIndex(points, x))).toEqual([0, 0, 1, 9, 9]);
});
