import type { SessionLine } from '~/api/types';
import { sessionGeometry } from './sessionGeometry';

const line: SessionLine = {
  tickerId: 1,
  symbol: '^GSPC',
  name: 'S&P 500',
  price: 110,
  change24h: 10,
  previousClose: 100,
  sessionStart: '2026-11-20T14:30:00Z',
  sessionEnd: '2026-11-20T21:00:00Z',
  points: [
    { timestamp: '2026-11-20T14:30:00Z', price: 100 },
    { timestamp: '2026-11-20T17:45:00Z', price: 110 },
  ],
};

test("HOME-01 a day's line stops at now and leaves the rest of the session empty", () => {
  const drawn = sessionGeometry(line);
  expect(drawn?.last).toEqual({ x: 50, y: 8 });
  expect(drawn?.closeY).toBe(92);
  expect(drawn?.ticks.map((tick) => tick.x)).toEqual([
    0,
    expect.closeTo(23.08, 1),
    expect.closeTo(46.15, 1),
    expect.closeTo(69.23, 1),
    100,
  ]);
});

test('a live price extends the line; one from after the session does not', () => {
  const at = Date.parse('2026-11-20T19:22:30Z');
  expect(sessionGeometry(line, { at, price: 105 })?.last.x).toBe(75);
  expect(sessionGeometry(line, { at: Date.parse('2026-11-21T12:00:00Z'), price: 105 })?.last.x).toBe(50);
  expect(sessionGeometry({ ...line, points: line.points.slice(0, 1) })).toBeNull();
});
