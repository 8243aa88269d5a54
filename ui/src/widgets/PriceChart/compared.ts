import type { PricePoint } from '~/api/types';
import { indicatorShade } from '~/chart/colors';
import { plainStyle } from '~/chart/datasets';
import type { Level, Pane } from '~/chart/model';
import type { Palette, Scheme } from '~/chart/palette';
import { percentTicks, rangeOf } from '~/chart/scale';
import type { ChartPoint, ChartSeries } from '~/chart/series';
import { formatPercent } from '~/market/format';
import type { Series } from '~/market/indicators/series';

/** A compared ticker, with a price at every point of the chart's own series. */
export interface Compared {
  symbol: string;
  prices: Series;
  /** The price before the first point; null if unknown. */
  base: number | null;
}

const OTHERS = ['blue', 'orange', 'purple'] as const;

/**
 * The chart's own line uses the text color, which identifies it without showing a direction; others use their own
 * colors.
 */
export const colorOf = (index: number, scheme: Scheme): string =>
  index === 0
    ? { light: '#0f172a', dark: '#f1f5f9' }[scheme]
    : indicatorShade(OTHERS[(index - 1) % OTHERS.length] ?? 'blue', scheme);

/** The last price of a history at or before each point; null before its start. Both ascend. */
export function pricesAt(
  points: readonly { timestamp: string }[],
  history: readonly { timestamp: string; price: number }[],
): Series {
  let next = 0;
  let price: number | null = null;
  return points.map(({ timestamp }) => {
    const time = Date.parse(timestamp);
    while (next < history.length && Date.parse(history[next]?.timestamp ?? '') <= time) {
      price = history[next]?.price ?? null;
      next++;
    }
    return price;
  });
}

/** The series with the price before it as its first point, so that all lines of a comparison start at 0%. */
export function startAtBase(series: ChartSeries, base: PricePoint | null): ChartSeries {
  const first = series.points[0];
  if (!base || !first || Date.parse(base.timestamp) >= Date.parse(first.timestamp)) return series;
  const start = { ...base, x: 0 };
  // On the axis of a session, the price before it is at the open.
  if (series.span) return { ...series, points: [start, ...series.points] };
  return {
    points: [start, ...series.points.map((point) => ({ ...point, x: point.x + 1 }))],
    end: series.end + 1,
    span: null,
  };
}

/**
 * Percent changes since `before` (the price before the first point) or, if missing, since the first price at or after
 * `first`; null if there is none.
 */
export function percentsFrom(prices: Series, first: number, before: number | null = null): Series {
  const base = before ?? prices.find((price, index) => index >= first && price !== null) ?? null;
  return prices.map((price) => (price === null || !base || base <= 0 ? null : (price / base - 1) * 100));
}

/** The chart's own points as the first line of a comparison. */
export const ownLine = (symbol: string, points: readonly ChartPoint[], base: number | null): Compared => ({
  symbol,
  base,
  prices: points.map(({ price }) => price),
});

/** Lines starting at zero at the left edge of the view, labeled at their ends. */
export function comparisonPane(
  lines: readonly { symbol: string; percents: Series }[],
  { first, last }: { first: number; last: number },
  palette: Palette,
): Pane {
  const range = rangeOf([[0], ...lines.map(({ percents }) => percents.slice(first, last + 1))]);
  const ends = lines.flatMap(({ symbol, percents }, index): Level[] => {
    const value = percents[last];
    if (typeof value !== 'number') return [];
    const color = colorOf(index, palette.scheme);
    const tag = { text: `${symbol} ${formatPercent(value)}`, textColor: palette.surface, background: color };
    return [{ value, color, isEnd: true, tag }];
  });
  return {
    key: 'change',
    size: 'main',
    range,
    ticks: percentTicks(range),
    ticksOf: percentTicks,
    tagText: (value) => formatPercent(value),
    levels: [...ends, { value: 0, color: palette.hairline, dash: [1, 0] }],
    lines: lines.map(({ symbol, percents }, index) => ({
      key: symbol,
      values: percents,
      style: plainStyle(colorOf(index, palette.scheme), index === 0 ? 2 : 1.5),
    })),
  };
}
