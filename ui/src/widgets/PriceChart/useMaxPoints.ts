import { useEffect, useState } from 'react';
import type { ChartMode } from './useChartMode';

/** Px that a point needs: a line shows nothing more with more of them, and a bar has a body and a gap. */
const PX_PER_POINT: Record<ChartMode, number> = { line: 1.25, candles: 4, bars: 4 };
/**
 * Hours are merged as the chart likes; a day is what is looked for, and stays one while its bar and a gap have a px each. A
 * phone is too near to the eye for bars of one px: there days become weeks.
 */
const PX_PER_DAY = 1.9;
/** Beside the plot of a phone: its margins and the price axis. */
const PHONE_AXIS = 82;
/** A year of days is a line in days, however narrow the chart. */
const MIN_POINTS: Record<ChartMode, number> = { line: 400, candles: 50, bars: 50 };
/** What the server answers at most. */
export const MAX_POINTS = 5000;
/** Rounded, so that windows of about one width share an answer. */
const STEP = 50;
const PHONE_STEP = 25;
/** A window that has kept its width for so long has it, in milliseconds. */
const RESIZE_DEBOUNCE_MS = 400;

/** How many points a window so many px wide has room for: beside the chart stands a rail, but on a phone. */
export function maxPoints(width: number, mode: ChartMode, ofDays: boolean): number {
  const each = PX_PER_POINT[mode];
  if (width < 768 && mode !== 'line')
    return Math.max(MIN_POINTS[mode], Math.floor((width - PHONE_AXIS) / each / PHONE_STEP) * PHONE_STEP);
  const plot = width < 768 ? width : width / 2;
  const points = Math.round(plot / (ofDays ? Math.min(PX_PER_DAY, each) : each) / STEP) * STEP;
  return Math.min(MAX_POINTS, Math.max(MIN_POINTS[mode], points));
}

/** How many points to ask for: other ones when the window has come to rest at another width. */
export function useMaxPoints(mode: ChartMode, ofDays: boolean): number {
  const [width, setWidth] = useState(() => window.innerWidth);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWidth(window.innerWidth), RESIZE_DEBOUNCE_MS);
    };
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return maxPoints(width, mode, ofDays);
}
