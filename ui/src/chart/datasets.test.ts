import { computeIndicators } from '~/market/indicators/compute';
import { DEFAULT_SETTINGS, type IndicatorType } from '~/market/indicators/settings';
import { DEFAULT_LINE } from './colours';
import { indicatorDatasets, priceDataset } from './datasets';
import type { ChartPoint } from './series';

const points = (count: number) =>
  Array.from({ length: count }, (_, i): ChartPoint => {
    const timestamp = new Date(Date.UTC(2026, 10, 1 + i)).toISOString();
    return { x: i, timestamp, price: 200 + 8 * Math.sin(i / 7) };
  });

/** What is drawn of one indicator. */
function drawn(type: IndicatorType) {
  const series = points(60);
  const settings = DEFAULT_SETTINGS.map((setting) => ({ ...setting, enabled: setting.type === type }));
  const prices = series.map(({ price }) => price);
  return computeIndicators(settings, prices).flatMap((one) => indicatorDatasets(series, one, 'light'));
}

test('CHRT-06 the price line has tension 0.3, width 2, hover radius 6 and no dots', () => {
  expect(priceDataset(points(2), DEFAULT_LINE, '#fff')).toMatchObject({
    tension: 0.3,
    borderWidth: 2,
    pointHoverRadius: 6,
    pointRadius: 0,
  });
});

test('CHRT-06 a single point shows as an indigo dot', () => {
  expect(priceDataset(points(1), DEFAULT_LINE, '#fff')).toMatchObject({
    pointRadius: 3,
    pointBackgroundColor: '#6366f1',
  });
});

test('CHRT-06 the lines of indicators are 1 to 1.5 wide', () => {
  const widths = (['sma', 'ema', 'bollinger', 'rsi', 'stochastic', 'ichimoku'] as const)
    .flatMap(drawn)
    .map((line) => Number(line.borderWidth));
  expect(widths.length).toBeGreaterThan(8);
  expect(Math.min(...widths)).toBe(1);
  expect(Math.max(...widths)).toBe(1.5);
});

test('CHRT-04 Bollinger bands are dashed and filled between', () => {
  const bands = drawn('bollinger');
  expect(bands).toMatchObject([
    { label: 'bollinger Upper', borderDash: [4, 3], fill: '+1' },
    { label: 'bollinger Lower', borderDash: [4, 3], fill: false },
  ]);
});
