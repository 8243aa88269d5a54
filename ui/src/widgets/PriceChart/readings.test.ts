import { IndicatorRuns } from '~/market/indicators/compute';
import { DEFAULT_SETTINGS } from '~/market/indicators/settings';
import type { IndicatorType } from '~/market/indicators/types';
import { legendOf, readingsAt, shortage } from './readings';

const indicatorOf = (type: IndicatorType) =>
  DEFAULT_SETTINGS.map((setting) => ({ ...setting, enabled: setting.type === type }));
const computed = (type: IndicatorType, closes: number[]) => {
  const [found] = new IndicatorRuns().compute(indicatorOf(type), closes);
  if (!found) throw new Error(`${type} is not computed`);
  return found;
};
const cheap = Array.from({ length: 60 }, (_, i) => 0.0000123 + 0.0000002 * Math.sin(i / 5));

test('API-04 averages, bands and MACD of a coin at $0.000012 are shown with its digits, not as 0.00', () => {
  for (const type of ['sma', 'ema', 'bollinger', 'macd'] as const) {
    const indicator = computed(type, cheap);
    expect(legendOf(indicator, 59, 8, 60), type).toMatch(/0\.0000\d\d\d\d/);
    const [first] = readingsAt([indicator], 59, 8, 'dark');
    expect(first?.text, type).toMatch(/0\.0000\d\d\d\d/);
  }
});

test("CHRT-06 an oscillator is shown with two decimals, whatever the price's decimals", () => {
  expect(legendOf(computed('rsi', cheap), 59, 8, 60)).toMatch(/^\d+\.\d\d$/);
});

test('an indicator without a value in the range shows how many points it needs', () => {
  const month = Array.from({ length: 23 }, (_, i) => 100 + i);
  expect(shortage(computed('macd', month), 23)).toBe('Needs 34 points; this range has 23');
  expect(legendOf(computed('stochastic', month), 22, 2, 23)).toBe('needs 32 points; this range has 23');
  expect(shortage(computed('sma', month), 23)).toBeNull();
});
