import type { HistoryPoint, SessionLine } from '~/api/types';
import { formatDate, formatTime } from '~/market/time';

/** A price line as drawn: x from 0 (left) to 1 (right). */
export interface PriceLine {
  points: { x: number; price: number }[];
  /** The price that changes are relative to. */
  before: number | null;
  /** Time marks below the line. */
  marks: { x: number; text: string }[];
}

interface Live {
  price: number | null;
  updatedAt: string | null;
}

const HALF_HOUR = 1_800_000;
/** How late the first point may be, as a share of the session. */
const MAX_START_DELAY = 0.03;

/** A line over the whole session, up to the live price. */
export function sessionPriceLine(session: SessionLine, { price, updatedAt }: Live): PriceLine {
  const [start, end] = [Date.parse(session.sessionStart), Date.parse(session.sessionEnd)];
  const place = (time: number) => (time - start) / (end - start);
  const points = session.points.map((point) => ({
    x: place(Date.parse(point.timestamp)),
    price: point.price,
  }));
  const now = Date.parse(updatedAt ?? '');
  const last = points.at(-1)?.x ?? 0;
  if (price !== null && place(now) > last && now <= end) points.push({ x: place(now), price });
  const within = points.filter(({ x }) => x >= 0 && x <= 1);
  // The first point belongs to the first minutes, so the line starts at the session's start.
  const [first] = within;
  if (first && first.x < MAX_START_DELAY) first.x = 0;
  return {
    points: within,
    before: session.previousClose,
    marks: hourMarks(start, end, place),
  };
}

/** The session's ends and evenly spaced half hours between them: '9:30 AM', '11:00', '12:30', '2:00', '4:00 PM'. */
function hourMarks(start: number, end: number, place: (time: number) => number): PriceLine['marks'] {
  const quarter = (end - start) / 4;
  const between = [1, 2, 3].map((at) => {
    const time = Math.floor((start + at * quarter) / HALF_HOUR) * HALF_HOUR;
    return { x: place(time), text: formatTime(time) };
  });
  return [{ x: 0, text: formatTime(start) }, ...between, { x: 1, text: formatTime(end) }];
}

/** A line over a longer history, from its first point to the live price. */
export function historyPriceLine(history: readonly HistoryPoint[], { price }: Live): PriceLine {
  const prices = history.map((point) => point.price);
  if (price !== null) prices.push(price);
  const last = Math.max(1, prices.length - 1);
  const marks = [0, 0.5, 1].flatMap((x) => {
    const point = history[Math.round(x * (history.length - 1))];
    return point ? [{ x, text: formatDate(point.timestamp) }] : [];
  });
  return {
    points: prices.map((each, index) => ({ x: index / last, price: each })),
    before: history[0]?.base?.price ?? prices[0] ?? null,
    marks,
  };
}

/** A line that moves less than this share of its level is not stretched to full height: a stablecoin looks stable. */
const MIN_RANGE = 0.002;
/** Margin for the stroke at the extremes, as a share of the height. */
const STROKE_MARGIN = 0.03;

/** The vertical position of a price from the top, as a share of the height; the range includes the previous price. */
export function scaleOf({ points, before }: PriceLine): (price: number) => number {
  const prices = points.map(({ price }) => price);
  if (before !== null) prices.push(before);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const middle = (least + most) / 2;
  const range = Math.max(most - least, Math.abs(middle) * MIN_RANGE) || 1;
  return (price) => STROKE_MARGIN + (1 - 2 * STROKE_MARGIN) * (1 - (price - (middle - range / 2)) / range);
}
