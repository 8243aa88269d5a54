import type { Timeframe } from '~/api/types';
import { MAX_TICKS } from './chartScale';
import type { ChartSeries } from './chartSeries';

/** How the time axis reads: true dates in the viewer's zone (D1). */
export interface TimeTick {
  x: number;
  label: string;
}

const HOUR = 3_600_000;

const isIntraday = (timeframe: Timeframe) => ['1D', '1W', '7D'].includes(timeframe);

/** A daily bar stands at 00:00 UTC of the exchange's date, which is a date and no moment. */
const isDate = (timestamp: string, timeframe: Timeframe) =>
  !isIntraday(timeframe) && /T00:00:00(\.0+)?Z$/.test(timestamp);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are dear to make, and a chart asks for every point. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const found = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  formatters.set(key, found);
  return found;
}

function words(timestamp: string, options: Intl.DateTimeFormatOptions, dated: boolean): string {
  return formatter(dated ? { ...options, timeZone: 'UTC' } : options).format(new Date(timestamp));
}

/** What a tooltip calls a point: 'Thu, Nov 19, 11:30 AM', or the date alone for daily points. */
export function pointTime(timestamp: string, timeframe: Timeframe): string {
  if (isIntraday(timeframe)) {
    return words(
      timestamp,
      { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      false,
    );
  }
  return words(
    timestamp,
    { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    isDate(timestamp, timeframe),
  );
}

/** Keeps at most `most` of a list, evenly. */
function thin<T>(list: readonly T[], most: number): T[] {
  const stride = Math.max(1, Math.ceil(list.length / most));
  return list.filter((_, i) => i % stride === 0);
}

/** Full hours of a session. */
function hourTicks(
  { start, end }: { start: number; end: number },
  axisEnd: number,
  most: number,
): TimeTick[] {
  const zone = new Date(start).getTimezoneOffset() * 60_000;
  const first = Math.ceil((start - zone) / HOUR) * HOUR + zone;
  const hours = Array.from(
    { length: Math.max(0, Math.floor((end - first) / HOUR) + 1) },
    (_, i) => first + i * HOUR,
  );
  return thin(hours, most).map((time) => ({
    x: ((time - start) / (end - start)) * axisEnd,
    label: words(new Date(time).toISOString(), { hour: 'numeric' }, false),
  }));
}

/** Room of a label, as a share of the axis. */
const LABEL_SHARE = 1 / 8;

/** The first point of each part: hour, day, month or year. */
function boundaryTicks(
  series: ChartSeries,
  timeframe: Timeframe,
  options: Intl.DateTimeFormatOptions,
  most: number,
): TimeTick[] {
  let previous = '';
  const ticks = series.points.flatMap(({ x, timestamp }) => {
    const label = words(timestamp, options, isDate(timestamp, timeframe));
    const isNew = label !== previous;
    previous = label;
    return isNew ? [{ x, label }] : [];
  });
  // A first part that has all but passed would crowd the next label.
  const [first, second] = ticks;
  const crowded = first && second && second.x - first.x < series.end * LABEL_SHARE;
  return thin(crowded ? ticks.slice(1) : ticks, most);
}

const DAY = { month: 'short', day: 'numeric' } as const;
const YEARS = 3 * 366;

/** What the time axis is divided into. */
function partsOf(series: ChartSeries, timeframe: Timeframe): Intl.DateTimeFormatOptions {
  if (timeframe === '1D') return { hour: 'numeric' };
  if (isIntraday(timeframe) || timeframe === '1M' || timeframe === '3M') return DAY;
  return series.points.length > YEARS ? { year: 'numeric' } : { month: 'short', year: 'numeric' };
}

/** Marks of the time axis, at most `most`. */
export function timeTicks(series: ChartSeries, timeframe: Timeframe, most = MAX_TICKS): TimeTick[] {
  if (series.span) return hourTicks(series.span, series.end, most);
  const ticks = boundaryTicks(series, timeframe, partsOf(series, timeframe), most);
  if (!isIntraday(timeframe) || timeframe === '1D') return ticks;
  // The days of a trading week have room for their names.
  const named = boundaryTicks(series, timeframe, { weekday: 'short', ...DAY }, Number.POSITIVE_INFINITY);
  return named.length <= most ? named : ticks;
}
