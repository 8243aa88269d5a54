import { DEFAULT_LINE, indicatorShade } from '~/chart/colours';
import { indicatorLines } from '~/chart/datasets';
import type { LineStyle } from '~/chart/lineStyle';
import type { Pane } from '~/chart/model';
import type { Palette } from '~/chart/palette';
import { axisTicks, oscillatorRange, rangeOf, tagDecimals, valueTicks } from '~/chart/scale';
import { formatNumber } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/result';
import { legendOf, shortage } from './readings';

interface PriceProps {
  prices: readonly number[];
  style: LineStyle;
  /** Those on the price axis are drawn over it. */
  indicators: readonly ComputedIndicator[];
  direction: 'up' | 'down';
  /** Digits the price is quoted in. */
  decimals: number;
  palette: Palette;
}

/** The colour of the price's line. One point has no direction. */
export const lineColour = (points: number, direction: 'up' | 'down', palette: Palette): string =>
  points > 1 ? palette[`${direction}Line`] : DEFAULT_LINE;

/** The price, what is drawn over it, and where it stands now. */
export function pricePane({ prices, style, indicators, direction, decimals, palette }: PriceProps): Pane {
  const overlays = indicators.filter(({ axis }) => axis === 'price');
  const lines = overlays.flatMap((indicator) => indicatorLines(indicator, palette));
  const range = rangeOf([prices, ...lines.map(({ values }) => values)]);
  const tagText = (price: number) => formatNumber(price, tagDecimals(price, decimals));
  const last = prices.at(-1) as number;
  const colour = palette[`${direction}Line`];
  return {
    key: 'price',
    size: 'main',
    range,
    ticks: valueTicks(range),
    lines: [{ key: 'price', values: prices as number[], style }, ...lines],
    levels: [
      {
        value: last,
        colour,
        tag: { text: tagText(last), ink: palette.surface, ground: palette[direction] },
      },
    ],
    tagText,
  };
}

/** An oscillator below the price, on its own axis. */
export function oscillatorPane(
  indicator: ComputedIndicator,
  decimals: number,
  points: number,
  palette: Palette,
): Pane {
  const range = oscillatorRange(indicator);
  const { band, axis, label } = indicator;
  const short = shortage(indicator, points);
  return {
    key: indicator.type,
    size: 'oscillator',
    range,
    ticks: axisTicks(band ? [band.high, band.low] : [0]),
    lines: indicatorLines(indicator, palette),
    ...(band && { band: { ...band, colour: indicatorShade(indicator.color, palette.scheme) } }),
    ...(short && { message: short }),
    title: (index) => (
      <span data-axis={axis}>
        {label} {!short && <b className="num">{legendOf(indicator, index, decimals, points)}</b>}
      </span>
    ),
  };
}
