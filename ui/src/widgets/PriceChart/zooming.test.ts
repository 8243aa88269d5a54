import { yOf } from '~/chart/frame';
import { rangeOf, valueTicks } from '~/chart/scale';
import { positionOfTime, seriesByCount, seriesBySession, timeAt } from '~/chart/series';
import { timeSpan, timeTicks } from '~/chart/timeTicks';
import { spanText } from '~/chart/zoom/spanText';
import { placeView } from './placeView';
import { withEdge } from './useBrush';
import { viewOf, viewText } from './useVisibleRange';

const DAY = 86_400_000;
const START = Date.parse('2024-01-01T00:00:00Z');
const days = (prices: readonly number[]) =>
  seriesByCount(prices.map((price, i) => ({ timestamp: new Date(START + i * DAY).toISOString(), price })));
const year = days(Array.from({ length: 366 }, (_, i) => 100 + i));
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

test('times and x values convert both ways, between points too', () => {
  for (const position of [0, 1, 17.25, 365])
    expect(positionOfTime(year, timeAt(year, position))).toBeCloseTo(position, 6);
  expect(positionOfTime(year, START - DAY)).toBe(0);
  expect(positionOfTime(year, START + 900 * DAY)).toBe(365);
  const session = { sessionStart: '2026-11-20T14:30:00Z', sessionEnd: '2026-11-20T21:00:00Z' };
  const day = seriesBySession(
    ['14:35', '14:40', '15:00'].map((time) => ({ timestamp: `2026-11-20T${time}:00Z`, price: 1 })),
    session,
  );
  expect(timeAt(day, 6)).toBe(Date.parse('2026-11-20T15:00:00Z'));
  expect(positionOfTime(day, Date.parse('2026-11-20T15:00:00Z'))).toBe(6);
});

test('placeView returns the points of a part, and the whole range for a part with fewer than two points', () => {
  const march = placeView(year, { from: at('2024-03-01'), to: at('2024-03-31') }, false, 700);
  expect(march.visible).toEqual({ first: 60, last: 90 });
  expect(march.part).toEqual(march.viewport);
  const outside = placeView(year, { from: at('2031-03-01'), to: at('2031-03-31') }, false, 700);
  expect(outside).toEqual({ part: null, viewport: { from: 0, to: 365 }, visible: { first: 0, last: 365 } });
});

test('the time axis labels the visible part, and keeps its labels while it moves', () => {
  const labels = (from: number, to: number) => timeTicks(year, '1Y', 45, { from, to });
  const march = labels(60, 90);
  expect(march.length).toBeGreaterThan(2);
  expect(march.length).toBeLessThanOrEqual(6);
  for (const { x, label } of march) {
    expect(x).toBeGreaterThanOrEqual(60);
    expect(label).toMatch(/^Mar \d+$/);
  }
  const movedLabels = labels(61, 91).map(({ label }) => label);
  expect(march.slice(1, -1).map(({ label }) => label)).toEqual(
    movedLabels.filter((label) => march.slice(1, -1).some((tick) => tick.label === label)),
  );
});

test('the URL contains dates, or times for a view shorter than a few days', () => {
  const long = { from: at('2026-07-31'), to: at('2026-10-30') };
  expect(viewText(long)).toEqual({ from: '2026-07-31', to: '2026-10-30' });
  expect(viewOf('2026-07-31', '2026-10-30')).toEqual(long);
  const short = { from: Date.parse('2026-11-20T14:31:20Z'), to: Date.parse('2026-11-20T16:00:00Z') };
  expect(viewText(short)).toEqual({ from: '2026-11-20T14:31Z', to: '2026-11-20T16:00Z' });
  expect([viewOf('', ''), viewOf('soon', '2026-10-30'), viewOf('2026-10-30', '2026-07-31')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a selected span shows its change, its amount and its length', () => {
  const dollars = (change: number) => `${change < 0 ? '−' : '+'}$${Math.abs(change).toFixed(2)}`;
  const points = (prices: readonly number[]) => days(prices).points;
  expect(spanText(points([100, 80, 110]), dollars)).toEqual({
    change: '+10.00%',
    amount: '+$10.00',
    direction: 'up',
    length: '2 days',
  });
  expect(spanText(points([200, 80, 150]), dollars)).toMatchObject({ change: '−25.00%', amount: '−$50.00' });
  const lengthOf = (...times: string[]) =>
    spanText(seriesByCount(times.map((time) => ({ timestamp: `2026-${time}Z`, price: 1 }))).points, dollars)
      .length;
  // A Friday, and four days of the next week.
  const week = ['13', '16', '17', '18', '19'].map((day) => `11-${day}T00:00:00`);
  expect(lengthOf(...week)).toBe('6 days, 4 sessions');
  expect(lengthOf('11-06T00:00:00', '11-13T00:00:00', '11-20T00:00:00')).toBe('14 days');
  expect(lengthOf('11-20T14:30:00', '11-20T14:35:00', '11-20T15:15:00')).toBe('45 minutes');
  expect(lengthOf('11-20T14:30:00', '11-20T14:35:00', '11-20T19:30:00')).toBe('5 hours');
  // The percentage of a negative price would have the wrong sign.
  expect(spanText(points([-10, 0, 5]), dollars)).toMatchObject({ change: '+$15.00', amount: null });
  expect(timeSpan(points([1, 2, 3]), '1Y')).toBe('Jan 1\u2009–\u20093, 2024');
});

test('on a logarithmic scale a doubling has the same height everywhere, and round prices are marked', () => {
  const range = rangeOf([[1, 1000]], true);
  const height = (price: number) => yOf(price, range, 100);
  expect(height(10) - height(20)).toBeCloseTo(height(400) - height(800), 9);
  expect(valueTicks(range).map(({ label }) => label)).toEqual(['1', '5', '20', '100', '500']);
  // A logarithmic scale has no zero.
  expect(rangeOf([[0, 10]], true).log).toBeUndefined();
});

test('an edge of the brush keeps its distance from the other, and stays within the history', () => {
  const window = { from: 40, to: 60 };
  expect(withEdge(window, 'from', 10, 100, 5)).toEqual({ from: 10, to: 60 });
  expect(withEdge(window, 'from', 80, 100, 5)).toEqual({ from: 55, to: 60 });
  expect(withEdge(window, 'to', 300, 100, 5)).toEqual({ from: 40, to: 100 });
  expect(withEdge(window, 'to', 0, 100, 5)).toEqual({ from: 40, to: 45 });
});
