import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ChartSeries } from './series';

/** The time under the crosshair of one of several charts, for the others. Only a page with several charts loads its code. */
export interface LinkedCrosshair {
  /** Moves the crosshair of a chart; null removes it. */
  move: (chart: object, time: number | null) => void;
  /** Returns the time under the crosshair of another chart than `chart`; null if there is none. */
  timeFor: (chart: object) => number | null;
  /** Returns the index of the bar at a time; null if there is none. */
  indexAt: (points: ChartSeries['points'], time: number) => number | null;
  subscribe: (listener: () => void) => () => void;
}

/** Provides the crosshair that the charts of a layout share; null for none. */
export const LinkedCrosshairContext = createContext<LinkedCrosshair | null>(null);

const subscribeToNothing = () => () => {};

/**
 * Shares the crosshair of a chart, which is at `pointed`, and returns the index of the point at the crosshair of another chart: null
 * if this chart has no such point, undefined if no other chart has a crosshair.
 */
export function useLinkedCrosshair(
  points: ChartSeries['points'],
  pointed: { timestamp: string } | null,
): number | null | undefined {
  const shared = useContext(LinkedCrosshairContext);
  const [chart] = useState({});
  const time = useSyncExternalStore(
    shared?.subscribe ?? subscribeToNothing,
    () => shared?.timeFor(chart) ?? null,
    () => null,
  );
  useEffect(() => shared?.move(chart, pointed && Date.parse(pointed.timestamp)), [shared, chart, pointed]);
  useEffect(() => () => shared?.move(chart, null), [shared, chart]);
  return shared && time !== null ? shared.indexAt(points, time) : undefined;
}
