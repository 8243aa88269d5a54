import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { panBy, type Viewport } from '~/chart/viewport';

export type Edge = keyof Viewport;

interface Options {
  /** The visible part, in x values of the overview. */
  window: Viewport;
  /** The right end of the overview. */
  end: number;
  /** Minimum length of the window. */
  least: number;
  onWindow: (window: Viewport) => void;
}

/** Moves one edge of the window, keeping the minimum length. */
export function withEdge(
  window: Viewport,
  edge: Edge,
  position: number,
  end: number,
  least: number,
): Viewport {
  return edge === 'from'
    ? { ...window, from: Math.max(0, Math.min(position, window.to - least)) }
    : { ...window, to: Math.min(end, Math.max(position, window.from + least)) };
}

/** The new position of an edge after a key press; null for other keys. */
function keyed({ key, shiftKey, altKey }: KeyboardEvent, position: number, end: number): number | null {
  if (altKey) return null;
  const step = shiftKey ? 10 : 1;
  const targets: Record<string, number> = {
    ArrowLeft: position - step,
    ArrowDown: position - step,
    ArrowRight: position + step,
    ArrowUp: position + step,
    PageDown: position - 10,
    PageUp: position + 10,
    Home: 0,
    End: end,
  };
  return targets[key] ?? null;
}

/** Moves a window over an overview: by its edges, as a whole, or by pressing the track next to it. */
export function useBrush({ window, end, least, onWindow }: Options) {
  const drag = useRef<{ edge: Edge | null; x: number; window: Viewport } | null>(null);
  const length = window.to - window.from;
  const positionsPerPx = (track: Element) => end / track.getBoundingClientRect().width;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const track = event.currentTarget;
    const target = event.target as HTMLElement;
    const edge = (target.dataset.side as Edge | undefined) ?? null;
    let start = window;
    if (!edge && target.dataset.window === undefined) {
      const position = (event.clientX - track.getBoundingClientRect().left) * positionsPerPx(track);
      start = panBy(window, position - length / 2 - window.from, { from: 0, to: end });
      onWindow(start);
    }
    drag.current = { edge, x: event.clientX, window: start };
    track.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const { edge, x, window: start } = drag.current;
    const positions = (event.clientX - x) * positionsPerPx(event.currentTarget);
    onWindow(
      edge
        ? withEdge(start, edge, start[edge] + positions, end, least)
        : panBy(start, positions, { from: 0, to: end }),
    );
  };
  const onPointerEnd = () => {
    drag.current = null;
  };

  return {
    track: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
    edge: (edge: Edge) => ({
      onKeyDown(event: KeyboardEvent) {
        const position = keyed(event, Math.round(window[edge]), end);
        if (position === null) return;
        event.preventDefault();
        onWindow(withEdge(window, edge, position, end, least));
      },
    }),
  };
}
