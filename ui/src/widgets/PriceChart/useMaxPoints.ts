import { useEffect, useState } from 'react';
import type { ChartMode } from './useChartMode';

/** Px per point: a line gains nothing from more points, and a bar needs a body and a gap. */
const PX_PER_POINT: Record<ChartMode, number> = { line: 1.25, candles: 4, bars: 4 };
/**
 * Shorter bars are merged freely, but days stay days as long as a bar and a gap have a px each. On a phone, which is
 * closer to the eye, such days become weeks.
 */
const PX_PER_DAY = 1.9;
/** Room next to the plot on a phone: margins and the price axis, in px. */
const PHONE_AXIS = 82;
/** A year of daily closes is drawn in days, however narrow the chart. */
const MIN_POINTS: Record<ChartMode, number> = { line: 400, candles: 50, bars: 50 };
/** Maximum number of points returned by the server. */
export const MAX_POINTS = 5000;
/** Point counts are rounded, so that similar window widths share a cached response. */
const STEP = 50;
const PHONE_STEP = 25;
/** Debounce of window resizing, in milliseconds. */
const RESIZE_DEBOUNCE_MS = 400;

/** The number of points that fit a window of `width` px, minus the rail (except on a phone). */
export function maxPoints(width: number, mode: ChartMode, ofDays: boolean): number {
  const each = PX_PER_POINT[mode];
  if (width < 768 && mode !== 'line')
    return Math.max(MIN_POINTS[mode], Math.floor((width - PHONE_AXIS) / each / PHONE_STEP) * PHONE_STEP);
  const plot = width < 768 ? width : width / 2;
  const points = Math.round(plot / (ofDays ? Math.min(PX_PER_DAY, each) : each) / STEP) * STEP;
  return Math.min(MAX_POINTS, Math.max(MIN_POINTS[mode], points));
}

/** The number of points to request; changes after the window has been resized. */
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
