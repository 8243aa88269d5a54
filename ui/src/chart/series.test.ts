import type { PricePoint, Timeframe } from '~/api/types';
import { type TradingDays, tradingDays } from '~/market/day';
import {
  BAR_LENGTHS,
  barLength,
  type ChartSeries,
  nearestIndex,
  seriesByCount,
  seriesBySession,
  withLivePrice,
} from './series';
import { bars, MINUTE, ramp, session } from './testPoints';
import { pointTime } from './timeTicks';

const NEW_YORK: TradingDays = { zone: 'America/New_York', lead: 0 };
const UTC: TradingDays = { zone: 'UTC', lead: 0 };
const plain = ({ points }: ChartSeries) => points.map(({ timestamp, price }) => ({ timestamp, price }));
/** Returns the points of a series after a live price was added. */
const live = (points: PricePoint[], range: Timeframe, price: number, updatedAt: string, days = NEW_YORK) =>
  plain(withLivePrice(seriesByCount(points), { price, updatedAt }, BAR_LENGTHS[range], days));

test('the live price updates the last point within its interval and appends a point after it', () => {
  const points = bars('2026-11-20T19:00:00Z', BAR_LENGTHS['1W'], [1, 2]);
  const prices = (updatedAt: string) => live(points, '1W', 3, updatedAt).map(({ price }) => price);
  expect(prices('2026-11-20T20:10:00Z')).toEqual([1, 3]);
  expect(prices('2026-11-20T21:10:00Z')).toEqual([1, 2, 3]);
  expect(prices('2026-11-19T21:10:00Z')).toEqual([1, 2]);
  expect(live([], '1W', 3, session.sessionEnd)).toEqual([]);
});

test('the bar length of a week is the typical gap between points, regardless of nights', () => {
  const fine = [
    '2026-11-19T21:00:00Z',
    '2026-11-20T14:35:00Z',
    '2026-11-20T14:40:00Z',
    '2026-11-20T14:45:00Z',
  ];
  const points = fine.map((timestamp) => ({ timestamp, price: 1 }));
  expect(barLength(points, '1W')).toBe(5 * MINUTE);
  expect(barLength(points.slice(0, 2), '1W')).toBe(BAR_LENGTHS['1W']);
  expect(barLength(points, '1M')).toBe(BAR_LENGTHS['1M']);
});

test('a tick changes one point and reuses the objects of all others', () => {
  const series = seriesByCount(bars('2026-11-20T19:00:00Z', BAR_LENGTHS['1W'], ramp(168)));
  const end = series.points.at(-1)?.timestamp ?? '';
  const ticked = withLivePrice(series, { price: 7, updatedAt: end }, BAR_LENGTHS['1W'], NEW_YORK);
  const changedPoints = ticked.points.filter((point, index) => point !== series.points[index]);
  expect(changedPoints).toEqual([{ timestamp: end, price: 7, x: 167 }]);
});

test('a last point dated at the time of the response is updated by a slightly older live price', () => {
  const points = bars('2026-11-20T19:39:23Z', BAR_LENGTHS['1W'], [104_497]);
  expect(live(points, '1W', 104_209, '2026-11-20T19:39:20Z')).toEqual([
    { timestamp: '2026-11-20T19:39:23Z', price: 104_209 },
  ]);
  const day = bars('2026-11-20T19:39:23Z', BAR_LENGTHS['1M'], [104_497]);
  expect(live(day, '1M', 104_209, '2026-11-20T19:39:29Z')).toEqual([
    { timestamp: '2026-11-20T19:39:23Z', price: 104_209 },
  ]);
});

test('a daily point keeps its date when the live price updates it', () => {
  const points = bars('2026-11-19T00:00:00Z', BAR_LENGTHS['1M'], [1, 2]);
  expect(live(points, '1M', 9, '2026-11-20T19:32:00Z').at(-1)).toEqual({
    timestamp: '2026-11-20T00:00:00Z',
    price: 9,
  });
});

describe.each(['America/New_York', 'Asia/Tokyo', 'Australia/Sydney'])('for a viewer in %s', (viewer) => {
  beforeEach(() => void vi.stubEnv('TZ', viewer));
  afterEach(() => void vi.unstubAllEnvs());
  const days = bars('2026-11-18T00:00:00Z', BAR_LENGTHS['1M'], [1, 2]);
  const datesOf = (points: PricePoint[]) =>
    points.map(({ timestamp }) => pointTime(timestamp, '1M').slice(0, 11));

  test("a stock's new day has the date of its exchange, before and after the close", () => {
    const expected = ['Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20'];
    expect(datesOf(live(days, '1M', 3, '2026-11-20T14:31:00Z'))).toEqual(expected);
    expect(live(days, '1M', 3, '2026-11-20T14:31:00Z').at(-1)?.timestamp).toBe('2026-11-20T00:00:00Z');
    expect(datesOf(live(days, '1M', 3, '2026-11-20T20:59:59Z'))).toEqual(expected);
    // After hours it is Saturday in UTC, and still Friday at the exchange.
    expect(datesOf(live(days, '1M', 3, '2026-11-21T00:30:00Z'))).toEqual(expected);
  });

  test("a coin's new day begins at midnight UTC, and no two days have the same date", () => {
    const evening = live(days, '1M', 3, '2026-11-20T00:10:00Z', UTC);
    expect(datesOf(evening)).toEqual(['Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20']);
    const before = live(days, '1M', 3, '2026-11-19T23:50:00Z', UTC);
    expect(datesOf(before)).toEqual(['Wed, Nov 18', 'Thu, Nov 19']);
  });
});

test('HOME-01 CHRT-01 the line of a day ends now, and the rest of the session is empty', () => {
  const series = seriesBySession(bars(session.sessionStart, 5 * MINUTE, ramp(61)), session);
  expect(series.end).toBe(78);
  expect(series.points.at(-1)?.x).toBe(60);
});

test('points of an earlier session are omitted', () => {
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

test('the live price extends the high and low of the last bar, and starts a new bar', () => {
  const bar = { timestamp: '2026-11-20T14:00:00Z', price: 10, open: 9, high: 11, low: 8, volume: 5 };
  const live = (price: number, updatedAt: string) =>
    withLivePrice(
      seriesByCount([bar, { ...bar, timestamp: '2026-11-20T15:00:00Z' }]),
      { price, updatedAt },
      BAR_LENGTHS['1W'],
      UTC,
    ).points;
  expect(live(12, '2026-11-20T15:30:00Z').at(-1)).toMatchObject({
    price: 12,
    open: 9,
    high: 12,
    low: 8,
    volume: 5,
  });
  expect(live(7, '2026-11-20T15:30:00Z').at(-1)).toMatchObject({ price: 7, high: 11, low: 7 });
  const next = live(7, '2026-11-20T16:30:00Z');
  expect(next).toHaveLength(3);
  expect(next.at(-1)).toMatchObject({ price: 7, open: 7, high: 7, low: 7 });
  expect(next.at(-1)?.volume).toBeUndefined();
});

test.each([
  // Friday 10:00 in Tokyo is still Thursday in New York.
  [{ type: 'stock', timeZone: 'Asia/Tokyo' }, '2026-11-20T01:00:00Z', '2026-11-20'],
  [{ type: 'index', timeZone: 'Australia/Sydney' }, '2026-11-19T23:30:00Z', '2026-11-20'],
  [{ type: 'etf', timeZone: 'Asia/Hong_Kong' }, '2026-11-20T02:00:00Z', '2026-11-20'],
  [{ type: 'stock', timeZone: 'Europe/London' }, '2026-11-20T08:05:00Z', '2026-11-20'],
  [{ type: 'stock', timeZone: 'America/New_York' }, '2026-11-20T14:31:00Z', '2026-11-20'],
  // The evening of a future and of a currency belongs to the next day.
  [{ type: 'commodity', timeZone: 'America/New_York' }, '2026-11-19T23:30:00Z', '2026-11-20'],
  [{ type: 'currency', timeZone: 'Europe/London' }, '2026-11-19T22:30:00Z', '2026-11-20'],
  [{ type: 'crypto', timeZone: null }, '2026-11-20T00:10:00Z', '2026-11-20'],
] as const)(
  'the live price of %o at %s becomes the bar of %s and leaves the previous bar unchanged',
  (ticker, at, day) => {
    const days = tradingDays({ ...ticker, session: 'regular' });
    const history = bars('2026-11-18T00:00:00Z', BAR_LENGTHS['1M'], [90, 110]);
    expect(live(history, '1M', 120, at, days)).toEqual([
      ...history,
      { timestamp: `${day}T00:00:00Z`, price: 120 },
    ]);
    // If today's bar was loaded during the session, it is updated.
    const within = bars('2026-11-18T00:00:00Z', BAR_LENGTHS['1M'], [90, 110, 115]);
    expect(live(within, '1M', 120, at, days)).toEqual([
      ...history,
      { timestamp: `${day}T00:00:00Z`, price: 120 },
    ]);
  },
);
