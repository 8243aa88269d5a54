import { axisDecimals, oscillatorRange, rangeOf, tagDecimals, ticksOf, zeroCentred } from './scale';

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
