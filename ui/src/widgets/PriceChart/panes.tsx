import type { ExtendedLine } from '~/api/types';
import { hasBar } from '~/chart/bars';
import { DEFAULT_LINE } from '~/chart/colors';
import { indicatorLines } from '~/chart/datasets';
import type { LineStyle } from '~/chart/lineStyle';
import type { Level, Paint, Pane } from '~/chart/model';
import type { Palette } from '~/chart/palette';
import { type Range, rangeOf, tagDecimals, tickStep, type ValueTick, valueTicks } from '~/chart/scale';
import type { ChartPoint } from '~/chart/series';
import { volumeBars } from '~/chart/volume';
import { formatNumber, formatVolume } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/result';
import type { Series } from '~/market/indicators/series';
import type { OwnLevels } from './extras/AlertHandles';
import { type Visible, visibleValues } from './visiblePoints';

interface PriceProps {
  visible: Visible;
  isLog: boolean;
  prices: readonly number[];
  style: LineStyle;
  /** Bars drawn instead of the line. */
  bars?: { points: readonly ChartPoint[]; paint: Paint } | undefined;
  /** The indicators; those on the price axis are drawn over the price. */
  indicators: readonly ComputedIndicator[];
  /** The direction that the drawn series has the color of, for the tag of the last price; null if it has none. */
  trend: 'up' | 'down' | null;
  /** The previous session's close; null if there is none. */
  previousClose: number | null;
  /** The label of the previous close. */
  closeName: string;
  /**
   * A session with its extended hours: their prices extend the axis, and `close` is the x value of the session's end.
   */
  day: { extended: ExtendedLine; close: number } | null;
  /** Number of decimals of the quoted price. */
  decimals: number;
  palette: Palette;
  /** What the user's alert levels add. */
  own: OwnLevels | null;
  /** The levels that the user has drawn. They don't extend the axis. */
  drawnLevels: readonly Level[] | undefined;
}

/** The color of the price line; a single point has no direction. */
export const lineColor = (points: number, direction: 'up' | 'down', palette: Palette): string =>
  points > 1 ? palette[`${direction}Line`] : DEFAULT_LINE;

/** The price with its overlays and the current value. */
export function pricePane(props: PriceProps): Pane {
  const {
    visible,
    isLog,
    prices,
    style,
    bars,
    indicators,
    trend,
    previousClose,
    closeName,
    decimals,
    palette,
    own,
    day,
    drawnLevels,
  } = props;
  const overlays = indicators.filter(({ axis }) => axis === 'price');
  const lines = overlays.flatMap((indicator) => indicatorLines(indicator, palette));
  const visibleBars = bars ? bars.points.slice(visible.first, visible.last + 1) : [];
  const extremes = visibleBars.filter(hasBar).map(({ high, low }) => [high, low]);
  const shown = [prices as Series, ...lines.map(({ values }) => values)];
  const seenRange = rangeOf(
    [
      [previousClose],
      day?.extended.points.map(({ price }) => price) ?? [],
      ...extremes,
      ...shown.map((values) => visibleValues(values, visible, prices.length)),
    ],
    isLog,
  );
  const range = own?.reach(seenRange) ?? seenRange;
  const tagText = (price: number) => formatNumber(price, tagDecimals(price, decimals));
  const last = prices.at(-1) as number;
  const color = trend ? palette[`${trend}Line`] : palette.text3;
  return {
    key: 'price',
    size: 'main',
    range,
    ticks: valueTicks(range),
    ticksOf: valueTicks,
    lines: [{ key: 'price', values: prices as number[], style }, ...lines],
    levels: [
      {
        value: last,
        color,
        tag: {
          text: tagText(last),
          textColor: palette.surface,
          background: trend ? palette[trend] : palette.text3,
        },
      },
      ...(previousClose === null
        ? []
        : [{ ...closeBefore(previousClose, closeName, tagText, palette), nameEnd: day?.close }]),
      ...(own?.levels ?? []),
      ...(drawnLevels ?? []),
    ],
    tagText,
    ...(bars && { paint: bars.paint }),
  };
}

/** The previous close as a muted, labeled line. */
const closeBefore = (
  value: number,
  name: string,
  tagText: (price: number) => string,
  palette: Palette,
): Level => ({
  value,
  color: palette.text3,
  dash: [4, 3],
  name,
  tag: {
    text: tagText(value),
    textColor: palette.text3,
    background: palette.surface,
    edge: palette.hairline,
  },
});

/** Height of the volume pane relative to its highest bar. */
const TITLE_ROOM = 1.3;

function volumeTicks({ high }: Range): ValueTick[] {
  const step = tickStep({ low: 0, high: high / TITLE_ROOM }, 2);
  return [{ value: step, label: formatVolume(step) }];
}

/** Volume bars below the price; null if there is no volume. */
export function volumePane(points: readonly ChartPoint[], { first, last }: Visible): Pane | null {
  if (!points.some(({ volume }) => volume)) return null;
  const maxVolume = Math.max(0, ...points.slice(first, last + 1).map(({ volume }) => volume ?? 0)) || 1;
  // The pane's title is above the highest bar.
  const range = { low: 0, high: maxVolume * TITLE_ROOM };
  return {
    key: 'volume',
    size: 'volume',
    range,
    ticks: volumeTicks(range),
    ticksOf: volumeTicks,
    lines: [],
    title: () => 'Volume',
    paint: volumeBars(points),
  };
}
