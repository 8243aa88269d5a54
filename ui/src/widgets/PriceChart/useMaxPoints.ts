import { useEffect, useState } from 'react';
import type { ChartMode } from './useChartMode';

/** Px per point. More points would not make a line sharper; a candle or bar needs room for its body and a gap. */
const PX_PER_POINT: Record<ChartMode, number> = { line: 1.25, candles: 4, bars: 4 };
/**
 * Px per daily candle or bar: about one for the body and one for the gap. Daily candles are drawn this narrow rather than merged into
 * weeks. On a phone, where they would be too thin to see, they get the width of other candles.
 */
const PX_PER_DAY = 1.9;
/** Width of the margins and the price axis on a phone, in px. */
const PHONE_AXIS = 82;
/** Minimum number of points. A line shows a year of daily closes even if the chart is narrow. */
const MIN_POINTS: Record<ChartMode, number> = { line: 400, candles: 50, bars: 50 };
/** Maximum number of points returned by the server. */
export const MAX_POINTS = 5000;
/** Point counts are rounded, so that similar window widths share a cached response. */
const STEP = 50;
const PHONE_STEP = 25;
/** Debounce of window resizing, in milliseconds. */
const RESIZE_DEBOUNCE_MS = 400;

/** The number of points that fit the chart in a window of `width` px. Except on a phone, the plot is about half as wide as the window. */
export function maxPoints(width: number, mode: ChartMode, isDaily: boolean): number {
  const pxPerPoint = PX_PER_POINT[mode];
  if (width < 768 && mode !== 'line')
    return Math.max(
      MIN_POINTS[mode],
      Math.floor((width - PHONE_AXIS) / pxPerPoint / PHONE_STEP) * PHONE_STEP,
    );
  const plot = width < 768 ? width : width / 2;
  const points = Math.round(plot / (isDaily ? Math.min(PX_PER_DAY, pxPerPoint) : pxPerPoint) / STEP) * STEP;
  return Math.min(MAX_POINTS, Math.max(MIN_POINTS[mode], points));
}

/** The number of points to request; changes after the window has been resized. */
export function useMaxPoints(mode: ChartMode, isDaily: boolean): number {
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
  return maxPoints(width, mode, isDaily);
}
