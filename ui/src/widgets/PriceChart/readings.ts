import { indicatorShade } from '~/chart/colors';
import type { Scheme } from '~/chart/palette';
import type { Reading } from '~/chart/ReadOut';
import type { ChartPoint } from '~/chart/series';
import { formatNumber, formatVolume } from '~/market/format';
import { type ComputedIndicator, isBlank } from '~/market/indicators/result';

/**
 * The number of decimals of an indicator's values. Oscillators in percent have two (CHRT-06), amounts as many as the price (API-04), and
 * differences of amounts two more than the price.
 */
export function readingDecimals({ axis }: ComputedIndicator, quoted: number): number {
  if (axis === 'percent' || quoted <= 2) return 2;
  return Math.min(axis === 'zero' ? quoted + 2 : quoted, 12);
}

/** The values of all indicators at a point; lines without a value there are left out. */
export function readingsAt(
  indicators: readonly ComputedIndicator[],
  index: number,
  quoted: number,
  background: Scheme,
): Reading[] {
  return indicators.flatMap((indicator) =>
    indicator.lines.flatMap(({ name, values, color: own = indicator.color }) => {
      const value = values[index];
      const text = formatNumber(value, readingDecimals(indicator, quoted));
      const color = indicatorShade(own, background);
      return typeof value === 'number' ? [{ name, color, text }] : [];
    }),
  );
}

/** A bar in words: 'open $1.00, high $3.00, low $0.50, close $2.00, volume 1.2M'; without a bar, the price. */
export function barText(point: ChartPoint | undefined, priceText: (price: number) => string): string {
  if (!point) return '';
  const { open, high, low, price, volume } = point;
  if (open === undefined || high === undefined || low === undefined) return priceText(price);
  const prices = { open, high, low, close: price };
  const texts = Object.entries(prices).map(([name, value]) => `${name} ${priceText(value)}`);
  return [...texts, ...(volume ? [`volume ${formatVolume(volume)}`] : [])].join(', ');
}

/** 'Needs 34 points; this range has 23' for an indicator without a value in the range; else null. */
export function shortage(indicator: ComputedIndicator, points: number): string | null {
  return isBlank(indicator) ? `Needs ${indicator.needs} points; this range has ${points}` : null;
}

/** An indicator's values in one line: '226.97', '228.33 / 225.62', or why there are none. */
export function legendOf(
  indicator: ComputedIndicator,
  index: number,
  quoted: number,
  points: number,
): string {
  const short = shortage(indicator, points);
  if (short) return short.charAt(0).toLowerCase() + short.slice(1);
  const digits = readingDecimals(indicator, quoted);
  return indicator.lines
    .slice(0, 2)
    .map(({ values }) => formatNumber(values[index], digits))
    .join(' / ');
}
