import {
  axisDecimals,
  oscillatorRange,
  percentTicks,
  rangeOf,
  symmetricRange,
  tagDecimals,
  ticksOf,
  valueTicks,
} from './scale';

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
  const centred = symmetricRange([null, -4, 2]);
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
  expect(tagDecimals(2871, 0)).toBe(0);
});

/** What a label says, as a number. */
const said = (label: string) => Number(label.replace(/[,+%]/g, '').replace('\u2212', '-'));

test('every label of an axis says the true value of its tick, and no two say the same', () => {
  for (let low = 0.000012; low < 1e6; low *= 1.31) {
    for (const share of [0.0004, 0.0013, 0.013, 0.07, 0.4, 1.4, 3]) {
      const range = { low, high: low * (1 + share) };
      const ticks = valueTicks(range);
      for (const { value, label } of ticks) expect(said(label) / value, label).toBeCloseTo(1, 9);
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    }
  }
});

test('evenly spaced lines of a cheap coin read 0.100, 0.125, 0.150', () => {
  const labels = valueTicks({ low: 0.1, high: 0.24 }).map(({ label }) => label);
  expect(labels).toEqual(['0.100', '0.125', '0.150', '0.175', '0.200', '0.225']);
});

test('an axis that crosses zero has a plain zero', () => {
  for (const range of [
    { low: -4, high: 7 },
    { low: -0.3, high: 9 },
    { low: -0.0004, high: 0.0003 },
  ]) {
    expect(valueTicks(range).filter(({ value }) => value === 0)).toEqual([
      { value: 0, label: expect.stringMatching(/^0\.0+$/) },
    ]);
    const percents = percentTicks(range);
    expect(percents.filter(({ label }) => label === '0%')).toHaveLength(1);
    for (const { value, label } of percents) expect(said(label)).toBeCloseTo(value, 9);
  }
});

test('levels of a thousand and more have no idle zeros', () => {
  expect(valueTicks({ low: 7280, high: 7420 }).map(({ label }) => label)[0]).toBe('7,300');
  expect(valueTicks({ low: 3760.2, high: 3761.7 }).map(({ label }) => label)[0]).toBe('3,760.25');
});
