import { type Direction, directionOf } from '~/market/format';
import { positionInRange } from '~/market/positionInRange';

interface Day {
  dayLow: number | null;
  dayHigh: number | null;
  previousClose: number | null;
}

/** The track of a day: its ends, the colored part, and the mark at the price, as fractions of its length. */
export interface DayTrack {
  low: number;
  high: number;
  from: number;
  to: number;
  now: number;
  direction: Direction;
}

/** A price beyond the day's low or high moves that end; a previous close beyond them colors from the nearer end. */
export function dayRange({ dayLow, dayHigh, previousClose }: Day, price: number | null): DayTrack | null {
  if (dayLow === null || dayHigh === null || price === null) return null;
  const [low, high] = [Math.min(dayLow, price), Math.max(dayHigh, price)];
  const [now, close] = [
    positionInRange(price, low, high),
    positionInRange(previousClose ?? price, low, high),
  ];
  return {
    low,
    high,
    from: Math.min(now, close),
    to: Math.max(now, close),
    now,
    direction: directionOf(price - (previousClose ?? price), 8),
  };
}
