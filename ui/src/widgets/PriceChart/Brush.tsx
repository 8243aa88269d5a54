import { useMemo } from 'react';
import { barsQuery } from '~/api/queries';
import type { Timeframe } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { pathsOf } from '~/chart/path';
import { type ChartSeries, positionOfTime, seriesByCount, timeAt } from '~/chart/series';
import { pointTime, type TimeTick, timeTicks } from '~/chart/timeTicks';
import { MIN_VIEW_LENGTH } from '~/chart/viewport';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { rangeLabel } from '~/market/locale';
import classes from './Brush.module.css';
import { panHistory } from './panHistory';
import { type Edge, useBrush } from './useBrush';
import type { VisibleRange } from './useVisibleRange';

/** Number of bars in the overview: one for every few px. */
const OVERVIEW_POINTS = 300;
/** The units of the overview's line. */
const [WIDTH, HEIGHT] = [1000, 100];

export interface BrushProps {
  tickerId: number;
  timeframe: Timeframe;
  /** The series shown by the chart. */
  series: ChartSeries;
  /** The part in view; null for the whole range. */
  view: VisibleRange | null;
  onView: (view: VisibleRange) => void;
}

/** Approximate width of a character of a label, and the label's padding with half of a handle, in rem. */
const [DIGIT_WIDTH, LABEL_PADDING] = [0.44, 0.625];

const NAMES: Record<Edge, string> = { from: 'Start of the part in view', to: 'End of the part in view' };

/** An overview of a longer history, with a window over the visible part that can be moved and resized. */
export default function Brush({ tickerId, timeframe, series, view, onView }: BrushProps) {
  const { overview, name } = useOverview(tickerId, timeframe, series);
  const { ref, width } = useSizeInRem();
  const { points, end } = overview;
  const shown = view ?? { from: timeAt(series, 0), to: timeAt(series, series.end) };
  const window = { from: positionOfTime(overview, shown.from), to: positionOfTime(overview, shown.to) };
  const { track, edge } = useBrush({
    window,
    end,
    // A window of the chart's own range may be shorter than one bar of the overview.
    least: Math.min(MIN_VIEW_LENGTH, end),
    onWindow: ({ from, to }) => onView({ from: timeAt(overview, from), to: timeAt(overview, to) }),
  });
  const paths = useMemo(() => lineOf(overview), [overview]);
  const ticks = useMemo(() => timeTicks(overview, name, width || undefined), [overview, name, width]);
  if (points.length < 2) return null;
  /** False for a label that a handle would cut. */
  const isFree = ({ x, label }: TimeTick) => {
    const labelEnd = x + ((LABEL_PADDING + DIGIT_WIDTH * label.length) / (width || 1)) * end;
    return [window.from, window.to].every((at) => at < x || at > labelEnd);
  };
  const percentOf = (position: number) => `${(100 * position) / end}%`;
  return (
    <div className={classes.brush}>
      <div ref={ref} className={classes.track} {...track}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={classes.area} d={paths.area} />
          <path className={classes.line} d={paths.line} />
        </svg>
        {ticks.filter(isFree).map(({ x, label }) => (
          <span key={x} className={classes.label} style={{ left: percentOf(x) }} aria-hidden="true">
            {label}
          </span>
        ))}
        <div
          className={classes.window}
          style={{ left: percentOf(window.from), right: percentOf(end - window.to) }}
          data-window
        />
        {(['from', 'to'] as const).map((side) => (
          <div
            key={side}
            className={classes.handle}
            data-side={side}
            style={{ left: percentOf(window[side]) }}
            role="slider"
            tabIndex={0}
            aria-label={NAMES[side]}
            aria-valuemin={0}
            aria-valuemax={end}
            aria-valuenow={Math.round(window[side])}
            aria-valuetext={pointTime(new Date(shown[side]).toISOString(), timeframe)}
            {...edge(side)}
          />
        ))}
      </div>
      <span className={classes.name}>{rangeLabel(name)}</span>
    </div>
  );
}

/** The history behind the window, over which a view can be moved; until it is loaded, the range itself. */
function useOverview(tickerId: number, timeframe: Timeframe, series: ChartSeries) {
  const { timeframe: name, interval } = panHistory(timeframe);
  const { data } = useQuery({
    ...barsQuery(tickerId, name, OVERVIEW_POINTS, interval),
    enabled: tickerId > 0,
  });
  const wide = useMemo(
    () => data && seriesByCount(data.map(({ timestamp, close }) => ({ timestamp, price: close }))),
    [data],
  );
  return wide && wide.points.length > 1 ? { overview: wide, name } : { overview: series, name: timeframe };
}

/** An SVG path over the full box; logarithmic for prices above zero. */
function lineOf({ points, end }: ChartSeries) {
  const isLog = points.every(({ price }) => price > 0);
  const values = points.map(({ price }) => (isLog ? Math.log(price) : price));
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as readonly [number, number],
  );
  const y = (value: number) => (high > low ? ((high - value) / (high - low)) * HEIGHT : HEIGHT / 2);
  return pathsOf(
    points.map(({ x }, index) => ({ x: (x / end) * WIDTH, y: y(values[index] ?? low) })),
    HEIGHT,
  );
}
