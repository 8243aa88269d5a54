import type { HistoryPoint, SessionLine } from '~/api/types';
import { formatDate, formatTime } from '~/market/time';

/** A price line as drawn: x from 0 (left) to 1 (right). */
export interface PriceLine {
  points: { x: number; price: number }[];
  /** The price that changes are relative to, drawn as a dashed line. */
  base: number | null;
  /** Time marks below the line. */
  marks: { x: number; text: string }[];
}

interface LivePrice {
  price: number | null;
  updatedAt: string | null;
}

const HALF_HOUR = 1_800_000;
/** Maximum delay of the first point, as a fraction of the session, at which the line still starts at the left edge. */
const MAX_START_DELAY = 0.03;

/** A line over the whole session, up to the live price. */
export function sessionPriceLine(session: SessionLine, { price, updatedAt }: LivePrice): PriceLine {
  const [start, end] = [Date.parse(session.sessionStart), Date.parse(session.sessionEnd)];
  const toFraction = (time: number) => (time - start) / (end - start);
  const points = session.points.map((point) => ({
    x: toFraction(Date.parse(point.timestamp)),
    price: point.price,
  }));
  const now = Date.parse(updatedAt ?? '');
  const last = points.at(-1)?.x ?? 0;
  if (price !== null && toFraction(now) > last && now <= end) points.push({ x: toFraction(now), price });
  const inSession = points.filter(({ x }) => x >= 0 && x <= 1);
  // A first point in the first minutes of the session is drawn at its start.
  const [first] = inSession;
  if (first && first.x < MAX_START_DELAY) first.x = 0;
  return {
    points: inSession,
    base: session.previousClose,
    marks: hourMarks(start, end, toFraction),
  };
}

/** The session's ends and evenly spaced half hours between them: '9:30 AM', '11:00', '12:30', '2:00', '4:00 PM'. */
function hourMarks(start: number, end: number, toFraction: (time: number) => number): PriceLine['marks'] {
  const quarter = (end - start) / 4;
  const between = [1, 2, 3].map((quarterIndex) => {
    const time = Math.floor((start + quarterIndex * quarter) / HALF_HOUR) * HALF_HOUR;
    return { x: toFraction(time), text: formatTime(time) };
  });
  return [{ x: 0, text: formatTime(start) }, ...between, { x: 1, text: formatTime(end) }];
}

/** A line over a longer history, from its first point to the live price. */
export function historyPriceLine(history: readonly HistoryPoint[], { price }: LivePrice): PriceLine {
  const prices = history.map((point) => point.price);
  if (price !== null) prices.push(price);
  const last = Math.max(1, prices.length - 1);
  const marks = [0, 0.5, 1].flatMap((x) => {
    const point = history[Math.round(x * (history.length - 1))];
    return point ? [{ x, text: formatDate(point.timestamp) }] : [];
  });
  return {
    points: prices.map((each, index) => ({ x: index / last, price: each })),
    base: history[0]?.base?.price ?? prices[0] ?? null,
    marks,
  };
}

/**
 * A line whose prices differ by less than this fraction of their level is not stretched to full height: a stablecoin
 * looks stable.
 */
const MIN_RANGE = 0.002;
/** Margin for the stroke at the extremes, as a fraction of the height. */
const STROKE_MARGIN = 0.03;

/** The vertical position of a price from the top, as a fraction of the height; the range includes the base price. */
export function scaleOf({ points, base }: PriceLine): (price: number) => number {
  const prices = points.map(({ price }) => price);
  if (base !== null) prices.push(base);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const middle = (lowest + highest) / 2;
  const range = Math.max(highest - lowest, Math.abs(middle) * MIN_RANGE) || 1;
  return (price) => STROKE_MARGIN + (1 - 2 * STROKE_MARGIN) * (1 - (price - (middle - range / 2)) / range);
}
