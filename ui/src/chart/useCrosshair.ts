import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useLinkedCrosshair } from './linkedCrosshair';
import { type ChartSeries, nearestIndex, positionOfTime } from './series';
import { positionAt, type Viewport } from './viewport';

const PAGE_STEP = 10;

/** Returns the index to which an arrow, Page, Home or End key moves the crosshair; null for other keys. */
function nextIndex(key: string, from: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowDown: from - 1,
    ArrowUp: from + 1,
    PageDown: from - PAGE_STEP,
    PageUp: from + PAGE_STEP,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.min(last, Math.max(0, target));
}

/** The point under the crosshair. */
interface Pointed {
  index: number;
  timestamp: string;
  /** The pointer's distance from the top of the chart, in px; null for keys and fingers. */
  height: number | null;
}

const isAt = (points: ChartSeries['points'], { index, timestamp }: { index: number; timestamp: string }) =>
  points[index]?.timestamp === timestamp;

/** Returns the index of the point nearest to a time. */
const indexNear = (series: ChartSeries, timestamp: string): number =>
  nearestIndex(series.points, positionOfTime(series, Date.parse(timestamp)));

/**
 * Returns the point under the pointer, chosen by keyboard or at the crosshair of a linked chart; `reveal` is called for one chosen by
 * keyboard. Without a crosshair the keys start at `start`, the last visible point.
 */
export function useCrosshair(
  series: ChartSeries,
  viewport: Viewport,
  start: number,
  reveal: (index: number) => void,
) {
  const { points } = series;
  // Stores the point's time too, because its index changes when more history is loaded.
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const last = points.length - 1;
  const own = pointed && (isAt(points, pointed) ? pointed.index : indexNear(series, pointed.timestamp));
  const linked = useLinkedCrosshair(points, pointed);
  const active = linked === undefined ? own : linked;
  const setIndex = (index: number | null, height: number | null = null) =>
    setPointed(index === null ? null : { index, timestamp: points[index]?.timestamp ?? '', height });
  const point = (next: number) => {
    setIndex(next);
    reveal(next);
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    // A second finger starts a pinch. A chart dragged with Shift moves with its point under the pointer.
    if (!event.isPrimary || (event.shiftKey && event.buttons > 0)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const position = positionAt((event.clientX - box.left) / box.width, viewport);
    // A finger covers its own height.
    setIndex(nearestIndex(points, position), event.pointerType === 'touch' ? null : event.clientY - box.top);
  };
  return {
    active,
    height: pointed?.height ?? null,
    point,
    handlers: {
      onPointerDown: follow,
      onPointerMove: follow,
      // A lifted finger leaves the crosshair in place; scrolling the page removes it.
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && setIndex(null),
      onPointerCancel: () => setIndex(null),
      onKeyDown(event: KeyboardEvent) {
        // With Alt, arrows walk through a list of tickers.
        if (event.altKey) return;
        if (event.key === 'Escape') return setIndex(null);
        // Without a crosshair the first key shows it at the last point.
        const target =
          active === null && event.key.startsWith('Arrow')
            ? start
            : nextIndex(event.key, active ?? start, last);
        if (target === null) return;
        event.preventDefault();
        point(target);
      },
      onBlur: () => setIndex(null),
    },
  };
}
