import { indicatorShade, type Scheme } from '~/chart/colours';
import type { Reading } from '~/chart/ReadOut';
import { formatNumber } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/compute';

/** What every indicator says at a point, to 2 decimals (CHRT-06); the lines without a value there are left out. */
export function readingsAt(
  indicators: readonly ComputedIndicator[],
  index: number,
  ground: Scheme,
): Reading[] {
  return indicators.flatMap(({ color, lines }) =>
    lines.flatMap(({ name, values }) => {
      const value = values[index];
      return typeof value === 'number'
        ? [{ name, colour: indicatorShade(color, ground), text: formatNumber(value, 2) }]
        : [];
    }),
  );
}

/** An indicator in one line: 'SMA 20 226.97', 'Bollinger 20, 2 228.33 / 225.62'. */
export function legendOf({ lines }: ComputedIndicator, index: number): string {
  return lines
    .slice(0, 2)
    .map(({ values }) => formatNumber(values[index], 2))
    .join(' / ');
}
