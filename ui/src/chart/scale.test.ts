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
    for (const fraction of [0.0004, 0.013, 0.4, 3]) {
      const count = ticksOf({ low, high: low * (1 + fraction) }).length;
      expect(count).toBeLessThanOrEqual(6);
      expect(count).toBeGreaterThanOrEqual(2);
    }
  }
});

test('an axis has a margin, also around a flat line, and a symmetric range is centered on zero', () => {
  expect(rangeOf([[10, 20, null]])).toEqual({ low: 9.4, high: 20.6 });
  const flat = rangeOf([[50, 50]]);
  expect(flat.low).toBeLessThan(50);
  expect(flat.high).toBeGreaterThan(50);
  const symmetric = symmetricRange([null, -4, 2]);
  expect(symmetric.low).toBe(-symmetric.high);
});

test('CHRT-05 RSI and stochastic range from 0 to 100, and MACD is centered on zero', () => {
  const lines = [{ name: 'x', shape: 'solid' as const, values: [null, -4, 2] }];
  expect(oscillatorRange({ axis: 'percent', lines })).toEqual({ low: 0, high: 100 });
  const { low, high } = oscillatorRange({ axis: 'zero', lines });
  expect(low).toBe(-high);
  expect(low).toBeLessThan(-4);
});

test('labels have as many decimals as they need', () => {
  expect(axisDecimals({ low: 214, high: 229 })).toBe(2);
  expect(axisDecimals({ low: 93_000, high: 100_500 })).toBe(0);
  expect(axisDecimals({ low: 0.74, high: 0.745 })).toBe(3);
  expect(tagDecimals(94_318.4, 2)).toBe(0);
  expect(tagDecimals(0.7412, 4)).toBe(4);
  expect(tagDecimals(2871, 0)).toBe(0);
});

/** Parses a label. */
const parseLabel = (label: string) => Number(label.replace(/[,+%]/g, '').replace('\u2212', '-'));

test('every axis label shows the exact value of its tick, and no two are equal', () => {
  for (let low = 0.000012; low < 1e6; low *= 1.31) {
    for (const fraction of [0.0004, 0.0013, 0.013, 0.07, 0.4, 1.4, 3]) {
      const range = { low, high: low * (1 + fraction) };
      const ticks = valueTicks(range);
      for (const { value, label } of ticks) expect(parseLabel(label) / value, label).toBeCloseTo(1, 9);
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    }
  }
});

test('the labels of a cheap coin have three decimals: 0.100, 0.125, 0.150', () => {
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
    for (const { value, label } of percents) expect(parseLabel(label)).toBeCloseTo(value, 9);
  }
});

test('labels from 1,000 on have no trailing zeros', () => {
  expect(valueTicks({ low: 7280, high: 7420 }).map(({ label }) => label)[0]).toBe('7,300');
  expect(valueTicks({ low: 3760.2, high: 3761.7 }).map(({ label }) => label)[0]).toBe('3,760.25');
});
