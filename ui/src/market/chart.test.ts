import { chartSentence, rangeChange } from './chartChange';
import { axisDecimals, oscillatorRange, rangeOf, tagDecimals, ticksOf, zeroCentred } from './chartScale';
import { nearestIndex, STEPS, seriesByCount, seriesBySession, withLiveEnd } from './chartSeries';
import { pointTime, type TimeTick, timeTicks } from './chartTime';

const MINUTE = 60_000;
const at = (start: string, step: number, prices: number[]) =>
  prices.map((price, i) => ({
    timestamp: new Date(Date.parse(start) + i * step).toISOString().replace('.000', ''),
    price,
  }));
const ramp = (count: number) => Array.from({ length: count }, (_, i) => 100 + i);
const session = { sessionStart: '2026-11-20T14:30:00Z', sessionEnd: '2026-11-20T21:00:00Z' };

test('CHRT-02 the change is last minus first, and 0 % of nothing', () => {
  expect(rangeChange(at(session.sessionStart, MINUTE, [100, 90, 110]))).toEqual({
    value: 10,
    percentage: 10,
  });
  expect(rangeChange(at(session.sessionStart, MINUTE, [0, 5]))).toEqual({ value: 5, percentage: 0 });
  expect(rangeChange([])).toEqual({ value: 0, percentage: 0 });
});

test.each([
  [{ low: 214, high: 229 }, [215, 217.5, 220, 222.5, 225, 227.5]],
  [{ low: 0, high: 1 }, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [{ low: 93_000, high: 100_500 }, [94_000, 96_000, 98_000, 100_000]],
])('CHRT-06 the ticks of %o are round', (range, expected) => {
  const ticks = ticksOf(range);
  expect(ticks.length).toBe(expected.length);
  ticks.forEach((tick, i) => {
    expect(tick).toBeCloseTo(expected[i] as number, 9);
  });
});

test('CHRT-06 no range has more than six ticks or fewer than two', () => {
  for (let low = 0.013; low < 1e6; low *= 1.37) {
    for (const share of [0.0004, 0.013, 0.4, 3]) {
      const count = ticksOf({ low, high: low * (1 + share) }).length;
      expect(count).toBeLessThanOrEqual(6);
      expect(count).toBeGreaterThanOrEqual(2);
    }
  }
});

test('the axis leaves a margin, also around a flat line, and MACD is centred on zero', () => {
  expect(rangeOf([[10, 20, null]])).toEqual({ low: 9.4, high: 20.6 });
  const flat = rangeOf([[50, 50]]);
  expect(flat.low).toBeLessThan(50);
  expect(flat.high).toBeGreaterThan(50);
  const centred = zeroCentred([null, -4, 2]);
  expect(centred.low).toBe(-centred.high);
});

test('CHRT-05 RSI and stochastic reach from 0 to 100, MACD is centred on zero', () => {
  const lines = [{ name: 'x', shape: 'solid' as const, values: [null, -4, 2] }];
  expect(oscillatorRange({ axis: 'percent', lines })).toEqual({ low: 0, high: 100 });
  const { low, high } = oscillatorRange({ axis: 'zero', lines });
  expect(low).toBe(-high);
  expect(low).toBeLessThan(-4);
});

test('labels carry as many digits as they need', () => {
  expect(axisDecimals({ low: 214, high: 229 })).toBe(2);
  expect(axisDecimals({ low: 93_000, high: 100_500 })).toBe(0);
  expect(axisDecimals({ low: 0.74, high: 0.745 })).toBe(3);
  expect(tagDecimals(94_318.4, 2)).toBe(0);
  expect(tagDecimals(0.7412, 4)).toBe(4);
});

test('the live price renews the last point within its interval and adds one after it', () => {
  const points = at('2026-11-20T19:00:00Z', STEPS['1W'], [1, 2]);
  const renewed = withLiveEnd(points, { price: 3, updatedAt: '2026-11-20T20:10:00Z' }, STEPS['1W']);
  expect(renewed.map(({ price }) => price)).toEqual([1, 3]);
  const added = withLiveEnd(points, { price: 3, updatedAt: '2026-11-20T21:10:00Z' }, STEPS['1W']);
  expect(added.map(({ price }) => price)).toEqual([1, 2, 3]);
  expect(withLiveEnd(points, { price: 3, updatedAt: '2026-11-19T21:10:00Z' }, STEPS['1W'])).toEqual(points);
  expect(withLiveEnd([], { price: 3, updatedAt: session.sessionEnd }, STEPS['1W'])).toEqual([]);
});

test('a point stamped with the moment of the answer still takes the live price', () => {
  const points = at('2026-11-20T19:39:23Z', STEPS['1W'], [104_497]);
  const renewed = withLiveEnd(points, { price: 104_209, updatedAt: '2026-11-20T19:39:20Z' }, STEPS['1W']);
  expect(renewed).toEqual([{ timestamp: '2026-11-20T19:39:23Z', price: 104_209 }]);
});

test('a daily point keeps its date when the live price renews it', () => {
  const points = at('2026-11-19T00:00:00Z', STEPS['1M'], [1, 2]);
  const renewed = withLiveEnd(points, { price: 9, updatedAt: '2026-11-20T19:32:00Z' }, STEPS['1M']);
  expect(renewed.at(-1)).toEqual({ timestamp: '2026-11-20T00:00:00Z', price: 9 });
});

test('CHRT-01 a day stops at now and leaves the rest of its session empty', () => {
  const series = seriesBySession(at(session.sessionStart, 5 * MINUTE, ramp(61)), session);
  expect(series.end).toBe(78);
  expect(series.points.at(-1)?.x).toBe(60);
});

test('points of an earlier session do not belong to today', () => {
  const points = [
    ...at('2026-11-19T20:00:00Z', 5 * MINUTE, ramp(3)),
    ...at(session.sessionStart, 5 * MINUTE, ramp(4)),
  ];
  expect(seriesBySession(points, session).points).toHaveLength(4);
});

test('the crosshair finds the nearest point', () => {
  const { points } = seriesByCount(at(session.sessionStart, MINUTE, ramp(10)));
  expect([-3, 0.4, 0.6, 8.9, 40].map((x) => nearestIndex(points, x))).toEqual([0, 0, 1, 9, 9]);
});

test.each(['1W', '1M', '3M', '1Y', 'MAX'] as const)(
  'CHRT-06 %s has at most six dates, in order',
  (timeframe) => {
    const count = { '1W': 168, '1M': 22, '3M': 64, '1Y': 252, MAX: 2520 }[timeframe];
    const series = seriesByCount(at('2020-01-02T00:00:00Z', STEPS[timeframe], ramp(count)));
    const ticks = timeTicks(series, timeframe);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect([...ticks].sort((a, b) => a.x - b.x)).toEqual(ticks);
  },
);

test('CHRT-01 a session is marked at full hours of the viewer', () => {
  const series = seriesBySession(at(session.sessionStart, 5 * MINUTE, ramp(20)), session);
  expect(timeTicks(series, '1D').map(({ label }) => label)).toEqual(['10 AM', '12 PM', '2 PM', '4 PM']);
});

test('CHRT-06 a date is the true one: a moment in the viewer zone, a daily bar by its own date', () => {
  expect(pointTime('2026-11-19T16:30:00Z', '1W')).toBe('Thu, Nov 19, 11:30 AM');
  expect(pointTime('2026-11-19T00:00:00Z', '1M')).toBe('Thu, Nov 19, 2026');
});

test('CHRT-06 midnight in Greenwich is an hour like others within a week', () => {
  const series = seriesByCount(at('2026-11-13T21:00:00Z', STEPS['1W'], ramp(168)));
  const labels = timeTicks(series, '1W').map(({ label }) => label);
  expect(labels).toEqual(['Nov 14', 'Nov 16', 'Nov 18', 'Nov 20']);
  expect(pointTime('2026-11-14T00:00:00Z', '1W')).toBe('Fri, Nov 13, 7:00 PM');
});

test('a first day with one point gives way to the next label', () => {
  const week = [
    ...at('2026-11-13T20:30:00Z', STEPS['1W'], [1]),
    ...['16', '17', '18', '19', '20'].flatMap((day) => at(`2026-11-${day}T15:30:00Z`, STEPS['1W'], ramp(7))),
  ];
  const labels = timeTicks(seriesByCount(week), '1W').map(({ label }) => label);
  expect(labels).toEqual(['Mon, Nov 16', 'Tue, Nov 17', 'Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20']);
});

test('the Sunday evening of a future gives way, and a phone reads the names of the days', () => {
  const week = [
    ...at('2026-11-15T23:30:00Z', STEPS['1W'], ramp(2)),
    ...['16', '17', '18', '19', '20'].flatMap((day) => at(`2026-11-${day}T05:30:00Z`, STEPS['1W'], ramp(20))),
  ];
  const labels = (width: number) => timeTicks(seriesByCount(week), '1W', width).map(({ label }) => label);
  expect(labels(720)).toEqual(['Mon, Nov 16', 'Tue, Nov 17', 'Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20']);
  expect(labels(360)).toEqual(['Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20']);
  expect(labels(250)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
});

test.each([180, 250, 400, 800])('CHRT-06 on %d px no label touches the next', (width) => {
  for (const [timeframe, count] of [
    ['1W', 168],
    ['1M', 22],
    ['3M', 64],
    ['1Y', 252],
  ] as const) {
    const series = seriesByCount(at('2026-01-02T00:00:00Z', STEPS[timeframe], ramp(count)));
    const ticks = timeTicks(series, timeframe, width);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    // Near the end of the axis a label stands before its tick.
    const box = ({ x, label }: TimeTick) => {
      const [place, long] = [(x * width) / series.end, 6 * label.length];
      return place > width - 36 ? [place - long, place] : [place, place + long];
    };
    ticks.slice(1).forEach((tick, i) => {
      expect(box(tick)[0]).toBeGreaterThan(box(ticks[i] as TimeTick)[1] as number);
    });
  }
});

test('the chart reads as one sentence', () => {
  const points = at(session.sessionStart, MINUTE, [217.93, 215.53, 228.52]);
  const text = (price: number) => `$${price}`;
  expect(chartSentence(points, '1W', text)).toBe(
    '1W: from $217.93 to $228.52, up 4.86%. Closes between $215.53 and $228.52.',
  );
  expect(chartSentence([], '1W', text)).toBe('');
});
