import { useState } from 'react';

/** More than a point to so many px shows nothing more. */
const PX_PER_POINT = 1.25;
/** A year of days is shown in days, however narrow the chart. */
const LEAST = 400;
const MOST = 5000;
/** Rounded, so that windows of about one width share an answer. */
const STEP = 50;

/** How many points a window so many px wide has room for: beside the chart stands a rail, but on a phone. */
export function mostPoints(width: number): number {
  const plot = width < 768 ? width : width / 2;
  const points = Math.round(plot / PX_PER_POINT / STEP) * STEP;
  return Math.min(MOST, Math.max(LEAST, points));
}

/** How many points to ask for; it stays as it is while the window changes, so that nothing is asked for again. */
export const useMostPoints = (): number => useState(() => mostPoints(window.innerWidth))[0];
