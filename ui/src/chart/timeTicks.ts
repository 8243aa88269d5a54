import type { Timeframe } from '~/api/types';
import { dateFormat } from '~/market/locale';
import { MAX_TICKS } from './scale';
import { type ChartPoint, type ChartSeries, timeAt } from './series';
import { fractionOf, type Viewport, wholeAxis } from './viewport';

/** A tick of the time axis, in the user's time zone (D1). */
export interface TimeTick {
  x: number;
  label: string;
}

const HOUR = 3_600_000;

const isIntraday = (timeframe: Timeframe) => ['1D', '1W', '7D'].includes(timeframe);

/** Returns true for a daily bar: it is dated 00:00 UTC of the exchange's date, which is a date without a time. */
const isDate = (timestamp: string, timeframe: Timeframe) =>
  !isIntraday(timeframe) && /T00:00:00(\.0+)?Z$/.test(timestamp);

function formatTime(timestamp: string, options: Intl.DateTimeFormatOptions, isDate: boolean): string {
  return dateFormat(isDate ? { ...options, timeZone: 'UTC' } : options).format(new Date(timestamp));
}

/**
 * Returns a point's time for the tooltip: 'Thu, Nov 19, 11:30 AM'; the date for daily points; 'Week of Nov 16, 2026' or
 * '4 weeks to Nov 20, 2026' for bars of weeks.
 */
export function pointTime(timestamp: string, timeframe: Timeframe, weeks = 0): string {
  if (isIntraday(timeframe)) {
    return formatTime(
      timestamp,
      { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      false,
    );
  }
  const isDateOnly = isDate(timestamp, timeframe);
  const date = { month: 'short', day: 'numeric', year: 'numeric' } as const;
  if (weeks === 1) return `Week of ${formatTime(mondayOf(timestamp), date, isDateOnly)}`;
  const day = formatTime(timestamp, weeks ? date : { weekday: 'short', ...date }, isDateOnly);
  return weeks ? `${weeks} weeks to ${day}` : day;
}

/** Returns the Monday of a time's week; 1970-01-05 was a Monday. */
function mondayOf(timestamp: string): string {
  const time = Date.parse(timestamp);
  const monday = 4 * DAY_MS;
  return new Date(time - ((time - monday) % (7 * DAY_MS))).toISOString();
}

/** Returns the time span of points: 'Jul 31 – Oct 30, 2026', 'Nov 20, 10:05 AM – 1:40 PM'. Needs at least one point. */
export function timeSpan(points: readonly ChartPoint[], timeframe: Timeframe): string {
  const [first, last] = [points[0]?.timestamp ?? '', points.at(-1)?.timestamp ?? ''];
  const time = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const date = { month: 'short', day: 'numeric', year: 'numeric' } as const;
  const zone = isDate(first, timeframe) ? { timeZone: 'UTC' } : {};
  const format = dateFormat(isIntraday(timeframe) ? time : { ...date, ...zone });
  return format.formatRange(new Date(first), new Date(last));
}

/** Approximate width of a label in rem. */
const widthOf = (label: string) => 0.41 * label.length;
/** Approximate width of a label with the gap to the next label, in rem. */
const widthWithGap = (label: string) => 1 + widthOf(label);

/** The visible part of the time axis, and its width in rem. */
interface Axis {
  view: Viewport;
  width: number;
}

/** A label starts at its tick. Within this distance (in rem) of the end of the axis, or if it would cross the end, it ends at its tick. */
export const END_ROOM = 2.25;

/** Returns a label's left edge in rem. */
function leftOf({ x, label }: TimeTick, { view, width }: Axis): number {
  const tickX = fractionOf(x, view) * width;
  return tickX > width - Math.max(END_ROOM, widthOf(label)) ? tickX - widthWithGap(label) : tickX;
}

/** Returns true if no labels overlap. */
function fits(ticks: readonly TimeTick[], axis: Axis): boolean {
  return (
    ticks.length <= MAX_TICKS &&
    ticks.every((tick, i) => {
      const next = ticks[i + 1];
      return !next || leftOf(next, axis) - leftOf(tick, axis) >= widthWithGap(tick.label);
    })
  );
}

const visibleTicks = (ticks: readonly TimeTick[], { view }: Axis): TimeTick[] =>
  ticks.filter(({ x }) => x >= view.from && x <= view.to);

/** Thins the visible ticks evenly until they fit. A zoomed view is thinned by powers of two, so that ticks stay the same while panning. */
function thin(ticks: readonly TimeTick[], axis: Axis, isPart: boolean): TimeTick[] {
  for (let stride = 1; stride < ticks.length; stride += isPart ? stride : 1) {
    const candidates = visibleTicks(
      ticks.filter((_, i) => i % stride === 0),
      axis,
    );
    if (fits(candidates, axis)) return candidates;
  }
  return ticks.slice(0, 1);
}

/** Returns ticks at the full hours of a session. */
function hourTicks({ start, end }: { start: number; end: number }, axisEnd: number): TimeTick[] {
  const zone = new Date(start).getTimezoneOffset() * 60_000;
  const first = Math.ceil((start - zone) / HOUR) * HOUR + zone;
  const hours = Array.from(
    { length: Math.max(0, Math.floor((end - first) / HOUR) + 1) },
    (_, i) => first + i * HOUR,
  );
  return hours.map((time) => ({
    x: ((time - start) / (end - start)) * axisEnd,
    label: formatTime(new Date(time).toISOString(), { hour: 'numeric' }, false),
  }));
}

/** Returns a tick at the first point of each hour, day, month or year. */
function boundaryTicks(
  series: ChartSeries,
  timeframe: Timeframe,
  options: Intl.DateTimeFormatOptions,
): TimeTick[] {
  let previous = '';
  // Hourly bars may start at midnight too.
  const isDaily = series.points.slice(0, 2).every(({ timestamp }) => isDate(timestamp, timeframe));
  const ticks = series.points.flatMap(({ x, timestamp }) => {
    const label = formatTime(timestamp, options, isDaily && isDate(timestamp, timeframe));
    const isNew = label !== previous;
    previous = label;
    return isNew ? [{ x, label }] : [];
  });
  return withoutStubs(ticks);
}

/** Removes ticks of periods much shorter than the others, such as a week's first hour or the Sunday evening of a future. */
function withoutStubs(ticks: TimeTick[]): TimeTick[] {
  const lengths = ticks.slice(1).map(({ x }, i) => x - (ticks[i] as TimeTick).x);
  const typical = [...lengths].sort((a, b) => a - b)[lengths.length >> 1] ?? 0;
  return ticks.filter((_, i) => (lengths[i] ?? typical) >= typical / 2);
}

const DAY = { month: 'short', day: 'numeric' } as const;
const DAY_MS = 24 * HOUR;
const YEAR = 366 * DAY_MS;

/** Returns the label formats to try: the one to thin if none fits, then a longer and a shorter one. */
function labelFormats(
  series: ChartSeries,
  timeframe: Timeframe,
  view: Viewport,
): Intl.DateTimeFormatOptions[] {
  const length = timeAt(series, Math.min(view.to, series.end)) - timeAt(series, Math.max(view.from, 0));
  const isPart = view.from > 0 || view.to < series.end;
  if (isIntraday(timeframe) && (isPart ? length < 2 * DAY_MS : timeframe === '1D'))
    return [{ hour: 'numeric' }];
  if (isIntraday(timeframe)) return [DAY, { weekday: 'short', ...DAY }, { weekday: 'short' }];
  if (isPart ? length < 100 * DAY_MS : timeframe === '1M' || timeframe === '3M') return [DAY];
  const month = { month: 'short', year: 'numeric' } as const;
  if (isPart ? length < 200 * DAY_MS : timeframe === '6M' || timeframe === 'YTD')
    return [month, month, { month: 'short' }];
  return [length > 3 * YEAR ? { year: 'numeric' } : month];
}

type Boundaries = (options: Intl.DateTimeFormatOptions) => TimeTick[];

function ticksWithin(
  series: ChartSeries,
  timeframe: Timeframe,
  axis: Axis,
  boundaries: Boundaries,
): TimeTick[] {
  const isPart = axis.view.from > 0 || axis.view.to < series.end;
  if (series.span) return thin(hourTicks(series.span, series.end), axis, isPart);
  const [plain = [], named = [], short = []] = labelFormats(series, timeframe, axis.view).map(boundaries);
  const best = [named, plain, short]
    .map((ticks) => visibleTicks(ticks, axis))
    .find((ticks) => ticks.length > 1 && fits(ticks, axis));
  return best ?? thin(plain, axis, isPart);
}

/** Returns at most six ticks whose labels do not overlap if `view` (the whole axis by default) is `width` rem wide. */
export function timeTicks(
  series: ChartSeries,
  timeframe: Timeframe,
  width = 45,
  view: Viewport = wholeAxis(series.end),
): TimeTick[] {
  return ticksWithin(series, timeframe, { view, width }, (options) =>
    boundaryTicks(series, timeframe, options),
  );
}

/**
 * Returns `timeTicks` with a cache: a price update within the hour changes no tick, and formatting the dates of all points costs more
 * than drawing them.
 */
export function memoizedTimeTicks(): typeof timeTicks {
  let cached = { key: '', boundaries: new Map<string, TimeTick[]>() };
  let lastResult: { key: string; ticks: TimeTick[] } | null = null;
  return (series, timeframe, width = 45, view = wholeAxis(series.end)) => {
    const { points, end } = series;
    const last = Date.parse(points.at(-1)?.timestamp ?? '');
    const key = [timeframe, points[0]?.timestamp, points.length, end, Math.floor(last / HOUR)].join();
    if (cached.key !== key) cached = { key, boundaries: new Map() };
    const { boundaries } = cached;
    const viewKey = [key, width, view.from, view.to].join();
    if (lastResult?.key === viewKey) return lastResult.ticks;
    const ticks = ticksWithin(series, timeframe, { view, width }, (options) => {
      const parts = JSON.stringify(options);
      const ticks = boundaries.get(parts) ?? boundaryTicks(series, timeframe, options);
      boundaries.set(parts, ticks);
      return ticks;
    });
    lastResult = { key: viewKey, ticks };
    return ticks;
  };
}
