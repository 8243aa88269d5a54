import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type MissedPointers, missedPointers } from './missedPointers';
import type { Layer } from './model';
import type { ChartPoint } from './series';
import type { Span, Zoom, ZoomTarget } from './zoom/target';

type ZoomCode = typeof import('./zoom');

/** Whether a key is one of those that zoom, and not the crosshair's or the browser's own. */
function isZoomKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, hasSpan: boolean): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return shiftKey;
  if (key === 'Enter' || key === 'Escape') return hasSpan;
  return ['+', '=', '-', '_', '\u2212', '0'].includes(key);
}

type Sight = Pick<ZoomTarget, 'places' | 'visible' | 'active' | 'point'> & {
  points: readonly ChartPoint[];
};

/** A span with its edges, and what draws it. */
interface Selection {
  span: Span;
  edges: [first: number, last: number];
  /** '+4.09%, +$11.67, 91 days, 64 sessions'. */
  words: string;
  layer: Layer;
}

/**
 * Zooming by wheel, pointer, fingers and keys. Its code is fetched when the chart is first reached; a key that was
 * pressed before it came counts all the same, and so does a drag that began.
 */
export function useZoom(zoom: Zoom | undefined, sight: Sight, plot: RefObject<HTMLElement | null>) {
  const [code, setCode] = useState<ZoomCode>();
  const [selection, setSelection] = useState<Selection | null>(null);
  const coming = useRef<Promise<ZoomCode | undefined>>(undefined);
  const targetOf = (loaded: ZoomCode): ZoomTarget | undefined =>
    zoom && {
      ...zoom,
      ...sight,
      span: selection?.span ?? null,
      select(next) {
        if ((next === null) !== (selection === null)) zoom.onSelecting(next !== null);
        const edges = next && loaded.edgesOf(next);
        if (!edges) return setSelection(null);
        const text = loaded.spanText(sight.points.slice(edges[0], edges[1] + 1), zoom.changeText);
        const words = [text.change, text.amount, text.length].filter(Boolean).join(', ');
        setSelection({ span: next, edges, words, layer: loaded.spanLayer(edges, text) });
      },
    };
  // Listeners and keys come later than the rendering that they are to see.
  const latest = useRef(targetOf);
  useLayoutEffect(() => {
    latest.current = targetOf;
  });
  const wake = () => {
    // What could not be fetched is asked for again when the chart is next reached.
    coming.current ??= import('./zoom').then(
      (loaded) => {
        setCode(loaded);
        return loaded;
      },
      () => {
        coming.current = undefined;
        return undefined;
      },
    );
    return coming.current;
  };
  const canZoom = zoom !== undefined;
  const missed = useRef<MissedPointers>(undefined);
  useEffect(() => {
    const place = plot.current;
    const times = place?.parentElement?.querySelector<HTMLElement>('[data-times]');
    if (!canZoom || !place || !times) return;
    if (!code) {
      missed.current ??= missedPointers([place, times]);
      return;
    }
    const detach = code.attachGestures(place, times, () => latest.current(code));
    const before = missed.current;
    missed.current = undefined;
    // Not while React is at work: what is repeated changes what is shown.
    if (before) queueMicrotask(before.replay);
    return () => {
      before?.stop();
      detach();
    };
  }, [code, plot, canZoom]);
  return {
    // A selection of points that are gone is none.
    selection: selection && selection.edges[1] <= sight.visible.last ? selection : null,
    isReady: code !== undefined,
    wake: () => {
      if (zoom) void wake();
    },
    /** Whether a key was one that zooms; it is then done. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!zoom || !isZoomKey(event, selection !== null)) return false;
      event.preventDefault();
      const { key } = event;
      void wake().then((loaded) => {
        const target = loaded && latest.current(loaded);
        if (target) loaded.pressed(key, target);
      });
      return true;
    },
  };
}
