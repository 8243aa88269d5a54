import { IndicatorRuns } from '~/market/indicators/compute';
import { DEFAULT_SETTINGS } from '~/market/indicators/settings';
import type { IndicatorType } from '~/market/indicators/types';
import { DEFAULT_LINE } from './colors';
import { indicatorLines, priceStyle, scaled } from './datasets';
import type { Palette } from './palette';

const closes = Array.from({ length: 60 }, (_, i) => 200 + 8 * Math.sin(i / 7));
const palette = { scheme: 'light', upLine: '#10b981', downLine: '#ef4444' } as Palette;

/** Returns the lines of one indicator with their styles. */
function linesOf(type: IndicatorType) {
  const settings = DEFAULT_SETTINGS.map((setting) => ({ ...setting, enabled: setting.type === type }));
  return new IndicatorRuns()
    .compute(settings, closes)
    .flatMap((one) => indicatorLines(one, palette))
    .map(({ key, style }) => ({ label: key, ...style }));
}

test('CHRT-06 the price line is straight between its points, with width 2, hover radius 6 and no dots', () => {
  expect(priceStyle(2, DEFAULT_LINE, '#fff')).toMatchObject({
    tension: 0,
    borderWidth: 2,
    pointHoverRadius: 6,
    pointRadius: 0,
  });
});

test('CHRT-06 a single point shows as an indigo dot', () => {
  expect(priceStyle(1, DEFAULT_LINE, '#fff')).toMatchObject({
    pointRadius: 3,
    pointBackgroundColor: '#6366f1',
  });
});

test('CHRT-06 the lines of indicators are 1 to 1.5 wide', () => {
  const widths = (['sma', 'ema', 'bollinger', 'rsi', 'stochastic', 'ichimoku'] as const)
    .flatMap(linesOf)
    .map((line) => Number(line.borderWidth));
  expect(widths.length).toBeGreaterThan(8);
  expect(Math.min(...widths)).toBe(1);
  expect(Math.max(...widths)).toBe(1.5);
});

test('CHRT-04 Bollinger bands are dashed and filled between', () => {
  const bands = linesOf('bollinger');
  expect(bands).toMatchObject([
    { label: 'bollinger Upper', borderDash: [4, 3], fill: '+1' },
    { label: 'bollinger Lower', borderDash: [4, 3], fill: false },
  ]);
});

test('line widths and radii scale with the font size', () => {
  expect(scaled(priceStyle(2, DEFAULT_LINE, '#fff'), 1.25)).toMatchObject({
    borderWidth: 2.5,
    pointHoverRadius: 7.5,
  });
});
