import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type ChartSeries, nearestIndex } from './series';
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

/** The point under the pointer, or the one chosen by keyboard. */
export function useCrosshair({ points }: ChartSeries, viewport: Viewport) {
  const [index, setIndex] = useState<number | null>(null);
  const last = points.length - 1;
  const active = index === null ? null : Math.min(index, last);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = placeAt((event.clientX - box.left) / box.width, viewport);
    setIndex(nearestIndex(points, place));
  };
  return {
    active,
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
          active === null && event.key.startsWith('Arrow') ? last : moved(event.key, active ?? last, last);
        if (target === null) return;
        event.preventDefault();
        setIndex(target);
      },
      onBlur: () => setIndex(null),
    },
  };
}
