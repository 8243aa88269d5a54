import type { LinkedCrosshair } from './linkedCrosshair';
import { type ChartSeries, typicalGap } from './series';

/** The time under the crosshair of one of several charts, for the others. */
export class SharedCrosshair implements LinkedCrosshair {
  private pointed: { chart: object; time: number } | null = null;
  private readonly listeners = new Set<() => void>();

  /** Moves the crosshair of a chart; null removes it. */
  move(chart: object, time: number | null): void {
    // A pointer that enters a chart may do so before it leaves the other one.
    if (time === null && this.pointed?.chart !== chart) return;
    if (this.pointed?.chart === chart && this.pointed.time === time) return;
    this.pointed = time === null ? null : { chart, time };
    for (const listener of this.listeners) listener();
  }

  /** Returns the time under the crosshair of another chart than `chart`; null if there is none. */
  timeFor(chart: object): number | null {
    return this.pointed && this.pointed.chart !== chart ? this.pointed.time : null;
  }

  indexAt = indexAtTime;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** Returns the index of the last point at or before a time; null before the first point and after the last one's bar. */
export function indexAtTime(points: ChartSeries['points'], time: number): number | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Date.parse(points[middle]?.timestamp ?? '') <= time) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  if (index < points.length - 1) return index < 0 ? null : index;
  const age = time - Date.parse(points[index]?.timestamp ?? '');
  return age < Math.max(1, typicalGap(points)) ? index : null;
}
