import { BAR_LENGTHS, seriesByCount, seriesBySession, weeksPerBar } from './series';
import { bars, MINUTE, ramp, session } from './testPoints';
import { pointTime, type TimeTick, timeTicks } from './timeTicks';

test.each(['1W', '1M', '3M', '1Y', 'MAX'] as const)(
  'CHRT-06 %s has at most six dates, in order',
  (timeframe) => {
    const count = { '1W': 168, '1M': 22, '3M': 64, '1Y': 252, MAX: 2520 }[timeframe];
    const series = seriesByCount(bars('2020-01-02T00:00:00Z', BAR_LENGTHS[timeframe], ramp(count)));
    const ticks = timeTicks(series, timeframe);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect([...ticks].sort((a, b) => a.x - b.x)).toEqual(ticks);
  },
);

test('CHRT-01 a session has ticks at full hours in the time zone of the user', () => {
  const series = seriesBySession(bars(session.sessionStart, 5 * MINUTE, ramp(20)), session);
  expect(timeTicks(series, '1D').map(({ label }) => label)).toEqual(['10 AM', '12 PM', '2 PM', '4 PM']);
});

test('CHRT-06 a time is shown in the time zone of the user, a daily bar with its own date', () => {
  expect(pointTime('2026-11-19T16:30:00Z', '1W')).toBe('Thu, Nov 19, 11:30 AM');
  expect(pointTime('2026-11-19T00:00:00Z', '1M')).toBe('Thu, Nov 19, 2026');
});

test('a bar of a week is labeled by its Monday, a bar of several weeks by its last day', () => {
  const weekly = bars('2026-11-20T00:00:00Z', 7 * 24 * 60 * MINUTE, ramp(53));
  expect(weeksPerBar(weekly)).toBe(1);
  expect(pointTime('2026-11-20T00:00:00Z', '6M', 1)).toBe('Week of Nov 16, 2026');
  expect(pointTime('2026-11-22T00:00:00Z', '6M', 1)).toBe('Week of Nov 16, 2026');
  expect(pointTime('2026-11-16T00:00:00Z', '6M', 1)).toBe('Week of Nov 16, 2026');
  expect(pointTime('2026-11-20T00:00:00Z', 'MAX', 4)).toBe('4 weeks to Nov 20, 2026');
  expect(weeksPerBar(bars('2026-11-20T00:00:00Z', BAR_LENGTHS['1M'], ramp(126)))).toBe(0);
  expect(weeksPerBar(bars('2026-11-20T00:00:00Z', 5 * MINUTE, ramp(390)))).toBe(0);
  expect(weeksPerBar([])).toBe(0);
});

test('CHRT-06 midnight UTC is an ordinary hour in the range of a week', () => {
  const series = seriesByCount(bars('2026-11-13T21:00:00Z', BAR_LENGTHS['1W'], ramp(168)));
  const labels = timeTicks(series, '1W').map(({ label }) => label);
  expect(labels).toEqual(['Nov 14', 'Nov 16', 'Nov 18', 'Nov 20']);
  expect(pointTime('2026-11-14T00:00:00Z', '1W')).toBe('Fri, Nov 13, 7:00 PM');
});

test('a first day with only one point has no label', () => {
  const week = [
    ...bars('2026-11-13T20:30:00Z', BAR_LENGTHS['1W'], [1]),
    ...['16', '17', '18', '19', '20'].flatMap((day) =>
      bars(`2026-11-${day}T15:30:00Z`, BAR_LENGTHS['1W'], ramp(7)),
    ),
  ];
  const labels = timeTicks(seriesByCount(week), '1W').map(({ label }) => label);
  expect(labels).toEqual(['Mon, Nov 16', 'Tue, Nov 17', 'Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20']);
});

test('the Sunday evening of a future has no label, and narrow charts show only weekdays', () => {
  const week = [
    ...bars('2026-11-15T23:30:00Z', BAR_LENGTHS['1W'], ramp(2)),
    ...['16', '17', '18', '19', '20'].flatMap((day) =>
      bars(`2026-11-${day}T05:30:00Z`, BAR_LENGTHS['1W'], ramp(20)),
    ),
  ];
  const labels = (width: number) =>
    timeTicks(seriesByCount(week), '1W', width / 16).map(({ label }) => label);
  expect(labels(720)).toEqual(['Mon, Nov 16', 'Tue, Nov 17', 'Wed, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20']);
  expect(labels(360)).toEqual(['Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20']);
  expect(labels(250)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
});

test.each([180, 250, 400, 800])('CHRT-06 labels do not overlap on a chart %d px wide', (width) => {
  for (const [timeframe, count] of [
    ['1W', 168],
    ['1M', 22],
    ['3M', 64],
    ['1Y', 252],
  ] as const) {
    const series = seriesByCount(bars('2026-01-02T00:00:00Z', BAR_LENGTHS[timeframe], ramp(count)));
    const ticks = timeTicks(series, timeframe, width / 16);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    // Near the end of the axis a label is on the left of its tick.
    const box = ({ x, label }: TimeTick) => {
      const [position, length] = [(x * width) / series.end, 6 * label.length];
      return position > width - 36 ? [position - length, position] : [position, position + length];
    };
    ticks.slice(1).forEach((tick, i) => {
      expect(box(tick)[0]).toBeGreaterThan(box(ticks[i] as TimeTick)[1] as number);
    });
  }
});
