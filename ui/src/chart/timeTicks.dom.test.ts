import { BAR_LENGTHS, seriesByCount, withLivePrice } from './series';
import { bars, MINUTE, ramp } from './testPoints';
import { memoizedTimeTicks } from './timeTicks';

// In its own file, because formatters are cached for all tests of a file: calls of a formatter created earlier would not be counted.
test('a price update formats no date, and a new hour formats all of them once', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
  const calls = () => format.mock.calls.length;
  const ticksOf = memoizedTimeTicks();
  const week = seriesByCount(bars('2026-11-13T15:00:00Z', BAR_LENGTHS['1W'], ramp(168)));
  const last = Date.parse(week.points.at(-1)?.timestamp ?? '');
  const tick = (minutes: number) => {
    const updatedAt = new Date(last + minutes * MINUTE).toISOString();
    return ticksOf(
      withLivePrice(week, { price: minutes, updatedAt }, BAR_LENGTHS['1W'], { zone: 'UTC', lead: 0 }),
      '1W',
      45,
    );
  };
  const first = tick(1);
  const before = calls();
  expect(before).toBeGreaterThan(100);
  for (let minutes = 2; minutes < 59; minutes++) expect(tick(minutes)).toBe(first);
  expect(calls()).toBe(before);
  tick(61);
  expect(calls()).toBeGreaterThan(before);
  format.mockRestore();
});
