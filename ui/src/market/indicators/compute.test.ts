import { CALCULATORS } from './calculators';
import { IndicatorRuns } from './compute';
import { type ComputedIndicator, isBlank } from './result';
import { valuesOf } from './series';
import { DEFAULT_SETTINGS, edit, type IndicatorSetting, PARAM_CHOICES, paramOf, toggle } from './settings';
import { sma } from './sma';

const computeIndicators = (
  settings: readonly IndicatorSetting[],
  prices: readonly number[],
  calculators = CALCULATORS,
) => new IndicatorRuns(calculators).compute(settings, prices);
const closes = Array.from({ length: 60 }, (_, i) => 100 + Math.sin(i / 3) * 5 + i / 10);
const all = DEFAULT_SETTINGS.map((setting) => ({ ...setting, enabled: true }));
const only = (type: IndicatorSetting['type'], params?: Record<string, number>) =>
  all
    .filter((setting) => setting.type === type)
    .map((setting) => (params ? { ...setting, params } : setting));

test('CHRT-03 all indicators are off by default, with the specified parameters and colors', () => {
  expect(DEFAULT_SETTINGS.every((setting) => !setting.enabled)).toBe(true);
  expect(DEFAULT_SETTINGS.map(({ type, params, color }) => [type, params, color])).toEqual([
    ['sma', { period: 20 }, 'teal'],
    ['ema', { period: 9 }, 'purple'],
    ['bollinger', { period: 20, deviation: 2 }, 'orange'],
    ['rsi', { period: 14, overbought: 70, oversold: 30 }, 'red'],
    ['macd', { fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 }, 'blue'],
    ['stochastic', { period: 14, overbought: 80, oversold: 20 }, 'yellow'],
    ['ichimoku', {}, 'grey'],
  ]);
});

test('CHRT-03 the choices are the fixed lists, and include every default', () => {
  expect(PARAM_CHOICES.sma[0]?.choices).toEqual([5, 9, 14, 20, 50, 100, 200]);
  expect(PARAM_CHOICES.macd.map((choice) => choice.choices)).toEqual([
    [8, 9, 10, 12, 15],
    [21, 26, 30, 35],
    [7, 8, 9, 10, 12],
  ]);
  for (const { type, params } of DEFAULT_SETTINGS) {
    for (const { param, choices } of PARAM_CHOICES[type]) expect(choices).toContain(params[param]);
  }
});

test('CHRT-03 toggling an indicator keeps its parameters, and an edit merges into them', () => {
  const edited = edit(DEFAULT_SETTINGS, 'bollinger', { deviation: 3 });
  const bands = toggle(edited, 'bollinger').find((setting) => setting.type === 'bollinger');
  expect(bands).toMatchObject({ enabled: true, params: { period: 20, deviation: 3 } });
  expect(toggle(edited, 'bollinger').filter((setting) => setting.enabled)).toHaveLength(1);
});

test('CHRT-04 no indicator is computed for fewer than ten points', () => {
  expect(computeIndicators(all, closes.slice(0, 9))).toEqual([]);
  expect(computeIndicators(all, closes.slice(0, 10))).toHaveLength(7);
});

test('CHRT-04 every line starts at the first price, padded on the left', () => {
  for (const { type, lines } of computeIndicators(all, closes)) {
    for (const { values } of lines) expect(values.length, type).toBeGreaterThanOrEqual(closes.length);
  }
  const [average] = computeIndicators(only('sma'), closes);
  expect(average?.lines[0]?.values.slice(0, 19).every((value) => value === null)).toBe(true);
  expect(average?.lines[0]?.values[19]).not.toBeNull();
});

test('CHRT-04 a missing or zero number falls back to its default', () => {
  for (const params of [{}, { period: 0 }, { period: Number.NaN }] as Record<string, number>[]) {
    expect(computeIndicators(only('sma', params), closes)[0]?.lines[0]?.values).toEqual(
      valuesOf(sma(20), closes),
    );
  }
  expect(paramOf({ type: 'macd', params: { slowPeriod: 0 } }, 'slowPeriod')).toBe(26);
});

test('CHRT-04 one failing indicator is logged and never stops the others', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = {
    ...CALCULATORS,
    rsi: {
      ...CALCULATORS.rsi,
      start: () => {
        throw new Error('no');
      },
    },
  };
  const computed = computeIndicators(all, closes, broken);
  expect(computed.map((indicator) => indicator.type)).toEqual([
    'sma',
    'ema',
    'bollinger',
    'macd',
    'stochastic',
    'ichimoku',
  ]);
  expect(log).toHaveBeenCalledWith('Failed to calculate rsi', expect.any(Error));
  log.mockRestore();
});

test('CHRT-05 RSI and stochastic use an axis from 0 to 100, MACD is centered on zero, the rest use the price axis', () => {
  expect(computeIndicators(all, closes).map(({ type, axis }) => [type, axis])).toEqual([
    ['sma', 'price'],
    ['ema', 'price'],
    ['bollinger', 'price'],
    ['rsi', 'percent'],
    ['macd', 'zero'],
    ['stochastic', 'percent'],
    ['ichimoku', 'price'],
  ]);
});

/** Returns calculators that count how often any indicator computes a value. */
function countingCalculators() {
  let steps = 0;
  const calculators = Object.fromEntries(
    Object.entries(CALCULATORS).map(([type, calculator]) => [
      type,
      {
        ...calculator,
        start: (param: (name: string) => number) => {
          const step = calculator.start(param);
          return (close: number, keep: boolean) => {
            steps++;
            return step(close, keep);
          };
        },
      },
    ]),
  ) as typeof CALCULATORS;
  return { calculators, steps: () => steps };
}

test('a tick computes only the last value of each indicator', () => {
  const { calculators, steps } = countingCalculators();
  const runs = new IndicatorRuns(calculators);
  runs.compute(all, closes);
  const before = steps();
  runs.compute(all, [...closes.slice(0, -1), 123]);
  expect(steps() - before).toBe(all.length);
  // A new point makes the previous one final.
  runs.compute(all, [...closes.slice(0, -1), 123, 124]);
  expect(steps() - before).toBe(3 * all.length);
});

test('incremental updates give the same values as a full computation', () => {
  const runs = new IndicatorRuns();
  for (let end = 10; end <= closes.length; end++) {
    const prices = closes.slice(0, end);
    runs.compute(all, [...prices.slice(0, -1), 1]);
    runs.compute(all, [...prices.slice(0, -1), 900]);
    expect(runs.compute(all, prices)).toEqual(computeIndicators(all, prices));
  }
  const others = closes.map((close) => close * 2);
  expect(runs.compute(all, others)).toEqual(computeIndicators(all, others));
});

test('every indicator returns the number of prices it needs', () => {
  const isWhole = ({ lines }: ComputedIndicator) =>
    lines.every(({ values }) => values.some((value) => value !== null));
  // An average of nine points always has enough points where anything is computed.
  for (const setting of edit(all, 'ema', { period: 20 })) {
    const [{ needs = 0 } = {}] = computeIndicators([setting], closes);
    const statesAfter = (count: number) =>
      computeIndicators([setting], closes.slice(0, count)).map((one) => [isWhole(one), isBlank(one)]);
    expect(statesAfter(needs), setting.type).toEqual([[true, false]]);
    expect(statesAfter(needs - 1)[0]?.[0], setting.type).toBe(false);
  }
  const [macd] = computeIndicators(only('macd'), closes.slice(0, 23));
  expect(macd && isBlank(macd)).toBe(true);
  expect(macd?.needs).toBe(34);
});
