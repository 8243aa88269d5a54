import type { DrawingPoint } from '~/api/types';
import { seriesByCount, seriesBySession } from '../series';
import { bars, MINUTE, ramp, session } from '../testPoints';
import { measureText } from './layer';
import { drawingName } from './names';
import { axisPositionAt, type Plane, priceAt, spotOf } from './plane';
import { partAt, rayEnd, retracedPrice, shapeOf } from './shape';
import { movedHandle, movedPoints, pointAt } from './snap';
import { instantAt, positionOfInstant } from './times';

const DAY = 1440 * MINUTE;
const at = (text: string) => Date.parse(text);

/** Daily bars of two weeks without the weekend between them: Nov 9 to 13 and Nov 16 to 20. */
const days = seriesByCount(
  [...bars('2026-11-09T00:00:00Z', DAY, ramp(5)), ...bars('2026-11-16T00:00:00Z', DAY, ramp(5))].map(
    (point) => ({ ...point, open: point.price - 1, high: point.price + 4, low: point.price - 4 }),
  ),
);
/** A day's bars of five minutes until 16:30 UTC; the rest of the session is empty. */
const today = seriesBySession(bars('2026-11-20T14:30:00Z', 5 * MINUTE, ramp(25)), session);

/** Ten days on 900 px, prices from 90 to 110 on 200 px. */
const plane: Plane = {
  series: days,
  viewport: { from: 0, to: 9 },
  range: { low: 90, high: 110 },
  width: 900,
  height: 200,
};
const point = (time: string, price: number): DrawingPoint => ({ time, price });
const trend = [point('2026-11-10T00:00:00Z', 100), point('2026-11-12T00:00:00Z', 105)];

test('a time during a trading day has the position of its daily bar, and a time on a weekend a position between two bars', () => {
  const position = (text: string) => positionOfInstant(days, at(text));
  expect(position('2026-11-10T00:00:00Z')).toBe(1);
  expect(position('2026-11-10T20:55:00Z')).toBe(1);
  expect(position('2026-11-13T21:00:00Z')).toBe(4);
  expect(position('2026-11-15T00:00:00Z')).toBe(4.5);
  expect(position('2026-11-20T21:00:00Z')).toBe(9);
});

test('times before the first and after the last bar continue at the average distance of the bars', () => {
  // Eleven days for nine bars.
  const average = (11 * DAY) / 9;
  expect(positionOfInstant(days, at('2026-11-09T00:00:00Z') - 3 * average)).toBeCloseTo(-3);
  expect(positionOfInstant(days, at('2026-11-21T00:00:00Z') + 2 * average)).toBeCloseTo(11);
});

test("every time has a position on a session's axis, also after the last bar and on other days", () => {
  expect(positionOfInstant(today, at('2026-11-20T14:30:00Z'))).toBe(0);
  expect(positionOfInstant(today, at('2026-11-20T15:32:30Z'))).toBe(12.5);
  expect(positionOfInstant(today, at('2026-11-20T21:00:00Z'))).toBe(78);
  expect(positionOfInstant(today, at('2026-11-19T14:30:00Z'))).toBe(-288);
});

test.each([
  // Within the week, every time of a day has the position of its bar.
  ['days', days, [-7.5, 0, 1, 4, 4.25, 9, 12.5]],
  ['a session', today, [-7.5, 0, 1, 2.5, 24, 60]],
] as const)('positions and times of %s convert into each other', (_, series, positions) => {
  for (const position of positions)
    expect(positionOfInstant(series, instantAt(series, position))).toBeCloseTo(position);
});

test('points have the coordinates of their time and price, on a logarithmic axis too', () => {
  expect(spotOf(trend[0] as DrawingPoint, plane)).toEqual({ x: 100, y: 100 });
  const log = { ...plane, range: { low: 1, high: 10_000, log: true } };
  expect(spotOf(point('2026-11-10T00:00:00Z', 100), log).y).toBeCloseTo(100);
  expect(priceAt(50, log)).toBeCloseTo(1000);
  expect(priceAt(50, plane)).toBe(105);
  expect(axisPositionAt(450, plane)).toBe(4.5);
  // A logarithmic axis has no negative prices, so this level is not drawn.
  expect(shapeOf({ tool: 'level', points: [point('2026-11-10T00:00:00Z', -3)] }, log).lines).toEqual([]);
});

test('a ray ends at the edge of the pane, whichever it reaches first', () => {
  const pane = { width: 900, height: 200 };
  const from = { x: 100, y: 100 };
  expect(rayEnd([from, { x: 300, y: 90 }], pane)).toEqual({ x: 900, y: 60 });
  expect(rayEnd([from, { x: 120, y: 50 }], pane)).toEqual({ x: 140, y: 0 });
  expect(rayEnd([from, { x: 50, y: 100 }], pane)).toEqual({ x: 0, y: 100 });
  expect(rayEnd([from, { x: 100, y: 120 }], pane)).toEqual({ x: 100, y: 200 });
  // Beyond the pane, the ray reaches at least its second point.
  expect(rayEnd([from, { x: 1000, y: 100 }], pane)).toEqual({ x: 1000, y: 100 });
});

test('a retracement has seven levels from its second price to its first, up to the right edge', () => {
  const { lines } = shapeOf({ tool: 'fibonacci', points: trend }, plane);
  expect(lines.map(([{ y }]) => priceAt(y, plane))).toEqual(
    [105, 103.82, 103.09, 102.5, 101.91, 101.07, 100].map((price) => expect.closeTo(price)),
  );
  expect(lines[0]?.map(({ x }) => x)).toEqual([100, 900]);
  expect(retracedPrice(trend, 0.5)).toBe(102.5);
});

test('the pointer reaches handles before lines, and lines within a few px', () => {
  const shape = shapeOf({ tool: 'trend', points: trend }, plane);
  expect(partAt(shape, { x: 104, y: 98 }, 6)).toBe(0);
  expect(partAt(shape, { x: 298, y: 52 }, 6)).toBe(1);
  expect(partAt(shape, { x: 200, y: 79 }, 6)).toBe('body');
  expect(partAt(shape, { x: 200, y: 95 }, 6)).toBeNull();
  expect(partAt(shape, { x: 400, y: 25 }, 6)).toBeNull();
  const ray = shapeOf({ tool: 'ray', points: trend }, plane);
  expect(partAt(ray, { x: 400, y: 25 }, 6)).toBe('body');
  const measure = shapeOf({ tool: 'measure', points: trend }, plane);
  expect(partAt(measure, { x: 300, y: 80 }, 6)).toBe('body');
});

test('a point snaps to the nearest bar, and to one of its prices if that is near', () => {
  const magnet = { decimals: 2, magnet: 9 };
  // Nov 10: open 100, high 105, low 97, close 101.
  expect(pointAt({ x: 130, y: 54 }, plane, magnet)).toEqual(point('2026-11-10T00:00:00Z', 105));
  expect(pointAt({ x: 130, y: 92 }, plane, magnet)).toEqual(point('2026-11-10T00:00:00Z', 101));
  expect(pointAt({ x: 130, y: 75 }, plane, magnet)).toEqual(point('2026-11-10T00:00:00Z', 102.5));
  expect(pointAt({ x: 130, y: 54 }, plane, { decimals: 2, magnet: 0 }).price).toBe(104.6);
});

test("a point beyond the last bar doesn't snap to the time of a bar", () => {
  const session: Plane = { ...plane, series: today, viewport: { from: 0, to: 78 }, width: 780 };
  const { time } = pointAt({ x: 500, y: 100 }, session, { decimals: 2, magnet: 9 });
  expect(time).toBe('2026-11-20T18:40:00.000Z');
});

test('a moved drawing moves by whole bars; moved only up or down, it keeps its times', () => {
  const from = { x: 200, y: 75 };
  expect(movedPoints(trend, from, { x: 430, y: 75 }, plane, 2)).toEqual([
    { time: '2026-11-12T00:00:00.000Z', price: 100 },
    { time: '2026-11-16T00:00:00.000Z', price: 105 },
  ]);
  const intraday = [point('2026-11-10T15:30:00Z', 100), point('2026-11-12T17:00:00Z', 105)];
  expect(movedPoints(intraday, from, { x: 210, y: 85 }, plane, 2)).toEqual([
    point('2026-11-10T15:30:00Z', 99),
    point('2026-11-12T17:00:00Z', 104),
  ]);
  const options = { decimals: 2, magnet: 0 };
  const handle = intraday[0] as DrawingPoint;
  expect(movedHandle(handle, { x: 100, y: 100 }, { x: 104, y: 80 }, plane, options)).toEqual(
    point('2026-11-10T15:30:00Z', 102),
  );
  expect(movedHandle(handle, { x: 100, y: 100 }, { x: 190, y: 80 }, plane, options).time).toBe(
    '2026-11-11T00:00:00Z',
  );
});

test('a measurement states the change in percent, the amount, and the number of bars and days', () => {
  const texts = { price: (price: number) => `$${price}`, change: (change: number) => `+$${change}` };
  const measured = [point('2026-11-11T00:00:00Z', 100), point('2026-11-18T00:00:00Z', 105)];
  expect(measureText({ tool: 'measure', points: measured }, days, texts)).toEqual({
    change: '+5.00%',
    amount: '+$5',
    direction: 'up',
    length: '5 bars, 7 days',
  });
});

test('drawings are named by their tool and prices', () => {
  const priceText = (price: number) => `$${price.toFixed(2)}`;
  expect(drawingName({ tool: 'trend', points: trend }, priceText)).toBe('Trend line, $100.00 to $105.00');
  expect(drawingName({ tool: 'level', points: trend.slice(0, 1) }, priceText)).toBe('Level at $100.00');
});
