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
/** A week of hours, or a month of days, ending in a live price. */
const live = (points: PricePoint[], range: Timeframe, price: number, updatedAt: string, days = NEW_YORK) =>
  plain(withLivePrice(seriesByCount(points), { price, updatedAt }, BAR_LENGTHS[range], days));

test('the live price renews the last point within its interval and adds one after it', () => {
  const points = bars('2026-11-20T19:00:00Z', BAR_LENGTHS['1W'], [1, 2]);
  const prices = (updatedAt: string) => live(points, '1W', 3, updatedAt).map(({ price }) => price);
  expect(prices('2026-11-20T20:10:00Z')).toEqual([1, 3]);
  expect(prices('2026-11-20T21:10:00Z')).toEqual([1, 2, 3]);
  expect(prices('2026-11-19T21:10:00Z')).toEqual([1, 2]);
  expect(live([], '1W', 3, session.sessionEnd)).toEqual([]);
});

test('a bar of a week is as long as its points are apart, not as its first and its nights', () => {
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

test('a tick makes one point and leaves all others the objects they were', () => {
  const series = seriesByCount(bars('2026-11-20T19:00:00Z', BAR_LENGTHS['1W'], ramp(168)));
  const end = series.points.at(-1)?.timestamp ?? '';
  const ticked = withLivePrice(series, { price: 7, updatedAt: end }, BAR_LENGTHS['1W'], NEW_YORK);
  const made = ticked.points.filter((point, index) => point !== series.points[index]);
  expect(made).toEqual([{ timestamp: end, price: 7, x: 167 }]);
});

test('a point stamped with the moment of the answer still takes the live price', () => {
  const points = bars('2026-11-20T19:39:23Z', BAR_LENGTHS['1W'], [104_497]);
  expect(live(points, '1W', 104_209, '2026-11-20T19:39:20Z')).toEqual([
    { timestamp: '2026-11-20T19:39:23Z', price: 104_209 },
  ]);
  const day = bars('2026-11-20T19:39:23Z', BAR_LENGTHS['1M'], [104_497]);
  expect(live(day, '1M', 104_209, '2026-11-20T19:39:29Z')).toEqual([
    { timestamp: '2026-11-20T19:39:23Z', price: 104_209 },
  ]);
});

test('a daily point keeps its date when the live price renews it', () => {
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
  const named = (points: PricePoint[]) =>
    points.map(({ timestamp }) => pointTime(timestamp, '1M').slice(0, 11));

  test("a share's new day is called by the date of its exchange, before the close and after it", () => {
    const expected = ['Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20'];
    expect(named(live(days, '1M', 3, '2026-11-20T14:31:00Z'))).toEqual(expected);
    expect(live(days, '1M', 3, '2026-11-20T14:31:00Z').at(-1)?.timestamp).toBe('2026-11-20T00:00:00Z');
    expect(named(live(days, '1M', 3, '2026-11-20T20:59:59Z'))).toEqual(expected);
    // After hours it is Saturday in Greenwich, and still Friday at the exchange.
    expect(named(live(days, '1M', 3, '2026-11-21T00:30:00Z'))).toEqual(expected);
  });

  test("a coin's new day begins at midnight in Greenwich, and no two days bear one date", () => {
    const evening = live(days, '1M', 3, '2026-11-20T00:10:00Z', UTC);
    expect(named(evening)).toEqual(['Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20']);
    const before = live(days, '1M', 3, '2026-11-19T23:50:00Z', UTC);
    expect(named(before)).toEqual(['Wed, Nov 18', 'Thu, Nov 19']);
  });
});

test('HOME-01 CHRT-01 a day stops at now and leaves the rest of its session empty', () => {
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

test('the bar of the last point reaches as far as the live price went, and a new one begins with it', () => {
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
] as const)('the live price of %o at %s makes the bar of %s and leaves the one before', (traded, at, day) => {
  const days = tradingDays({ ...traded, session: 'regular' });
  const known = bars('2026-11-18T00:00:00Z', BAR_LENGTHS['1M'], [90, 110]);
  expect(live(known, '1M', 120, at, days)).toEqual([...known, { timestamp: `${day}T00:00:00Z`, price: 120 }]);
  // Loaded within the session, its bar takes the price.
  const within = bars('2026-11-18T00:00:00Z', BAR_LENGTHS['1M'], [90, 110, 115]);
  expect(live(within, '1M', 120, at, days)).toEqual([
    ...known,
    { timestamp: `${day}T00:00:00Z`, price: 120 },
  ]);
});
