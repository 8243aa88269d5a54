import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type ChartSeries, nearestIndex, placeOfTime } from './series';
import { placeAt, type Viewport } from './viewport';

const JUMP = 10;

/** Where an arrow, Page, Home or End key moves the crosshair; null for other keys. */
function moved(key: string, from: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowDown: from - 1,
    ArrowUp: from + 1,
    PageDown: from - JUMP,
    PageUp: from + JUMP,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.min(last, Math.max(0, target));
}

const isAt = (points: ChartSeries['points'], { index, timestamp }: { index: number; timestamp: string }) =>
  points[index]?.timestamp === timestamp;

/** The index of the point nearest to a time. */
const indexNear = (series: ChartSeries, timestamp: string): number =>
  nearestIndex(series.points, placeOfTime(series, Date.parse(timestamp)));

/**
 * The point under the pointer, or the one chosen by keyboard, of which `reveal` is told. Without a crosshair the keys
 * begin at `start`, the last point in view.
 */
export function useCrosshair(
  series: ChartSeries,
  viewport: Viewport,
  start: number,
  reveal: (index: number) => void,
) {
  const { points } = series;
  // With its time: when more of the history comes, the same point has another index.
  const [held, setHeld] = useState<{ index: number; timestamp: string } | null>(null);
  const last = points.length - 1;
  const active = held && (isAt(points, held) ? held.index : indexNear(series, held.timestamp));
  const setIndex = (index: number | null) =>
    setHeld(index === null ? null : { index, timestamp: points[index]?.timestamp ?? '' });
  const point = (next: number) => {
    setIndex(next);
    reveal(next);
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    // A second finger pinches.
    if (!event.isPrimary) return;
    const box = event.currentTarget.getBoundingClientRect();
    const place = placeAt((event.clientX - box.left) / box.width, viewport);
    setIndex(nearestIndex(points, place));
  };
  return {
    active,
    point,
    handlers: {
      onPointerDown: follow,
      onPointerMove: follow,
      // A finger that is lifted leaves the crosshair where it was; one that scrolls the page takes it away.
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && setIndex(null),
      onPointerCancel: () => setIndex(null),
      onKeyDown(event: KeyboardEvent) {
        if (event.key === 'Escape') return setIndex(null);
        // Without a crosshair the first key shows it at the last point.
        const target =
          active === null && event.key.startsWith('Arrow') ? start : moved(event.key, active ?? start, last);
        if (target === null) return;
        event.preventDefault();
        point(target);
      },
      onBlur: () => setIndex(null),
    },
  };
}
