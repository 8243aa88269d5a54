import type { Pane } from './model';
import { between, extend, SteadyRanges } from './steadyRanges';

const pane = (low: number, high: number, log?: boolean): Pane => ({
  key: 'price',
  size: 'main',
  range: { low, high, ...(log && { log }) },
  ticks: [],
  ticksOf: ({ high }) => [{ value: high, label: String(high) }],
  lines: [],
});
const rangeOf = ([one]: readonly Pane[]) => one?.range;

test('a range is extended only on the side where values leave it, and by more than needed', () => {
  const range = { low: 100, high: 200 };
  expect(extend(range, { low: 120, high: 180 })).toBe(range);
  expect(extend(range, { low: 120, high: 300 })).toEqual({ low: 100, high: 330 });
  expect(extend({ low: 0, high: 50 }, { low: 0, high: 100 })).toEqual({ low: 0, high: 115 });
  const log = extend({ low: 10, high: 100, log: true }, { low: 10, high: 1000, log: true });
  expect(log).toMatchObject({ low: 10, log: true });
  expect(log.high).toBeGreaterThan(1000);
});

test('panning holds the range, and afterwards it is eased to that of the visible values', () => {
  const ranges = new SteadyRanges();
  expect(rangeOf(ranges.apply([pane(100, 200)], false, 1))).toEqual({ low: 100, high: 200 });
  const held = ranges.apply([pane(120, 180)], true, 0);
  expect(held[0]).toMatchObject({ range: { low: 100, high: 200 }, ticks: [] });
  const extended = ranges.apply([pane(120, 300)], true, 0);
  expect(extended[0]).toMatchObject({ range: { low: 100, high: 330 }, ticks: [{ value: 330 }] });
  expect(rangeOf(ranges.apply([pane(120, 180)], false, 0))).toEqual({ low: 100, high: 330 });
  expect(rangeOf(ranges.apply([pane(120, 180)], false, 0.5))).toEqual({ low: 110, high: 255 });
  expect(rangeOf(ranges.apply([pane(120, 180)], false, 1))).toEqual({ low: 120, high: 180 });
});

test('switching to a logarithmic axis while panning takes effect at once', () => {
  const ranges = new SteadyRanges();
  ranges.apply([pane(100, 200)], false, 1);
  expect(rangeOf(ranges.apply([pane(120, 180, true)], true, 0))).toEqual({ low: 120, high: 180, log: true });
});

test('a logarithmic range is eased in its own unit', () => {
  const range = between({ low: 1, high: 100, log: true }, { low: 1, high: 10_000, log: true }, 0.5);
  expect(range.high).toBeCloseTo(1000, 6);
});
