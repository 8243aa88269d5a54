import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type MissedPointers, missedPointers } from './missedPointers';
import type { Layer } from './model';
import type { ChartPoint } from './series';
import type { Pan, PannedChart } from './zoom/pan';
import type { Span, Zoom, ZoomTarget } from './zoom/target';

type ZoomCode = typeof import('./zoom');

/** Returns true for keys that zoom or pan, not move the crosshair or belong to the browser. */
function isZoomKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, hasSpan: boolean): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return shiftKey;
  if (key === 'Enter' || key === 'Escape') return hasSpan;
  return ['+', '=', '-', '_', '\u2212', '0'].includes(key);
}

type ZoomView = Pick<ZoomTarget, 'positions' | 'visible' | 'active' | 'point'> & {
  points: readonly ChartPoint[];
};

/** A selected span with its edges and the layer that draws it. */
interface Selection {
  span: Span;
  edges: [first: number, last: number];
  /** For example '+4.09%, +$11.67, 91 days, 64 sessions'. */
  words: string;
  layer: Layer;
}

/**
 * Adds zooming and panning by wheel, pointer, touch and keyboard. The code is fetched when the chart is first hovered or focused. A key
 * or drag that happens before the code is loaded is replayed afterwards.
 */
export function useZoom(
  zoom: Zoom | undefined,
  chart: () => Omit<PannedChart, 'zoom'>,
  view: ZoomView,
  plot: RefObject<HTMLElement | null>,
) {
  const [code, setCode] = useState<ZoomCode>();
  const [selection, setSelection] = useState<Selection | null>(null);
  const loading = useRef<Promise<ZoomCode | undefined>>(undefined);
  const pan = useRef<Pan>(undefined);
  const panned = useRef<() => PannedChart>(() => ({ zoom, ...chart() }));
  const panOf = (loaded: ZoomCode): Pan => {
    pan.current ??= new loaded.Pan(() => panned.current());
    return pan.current;
  };
  useEffect(() => () => pan.current?.stop(), []);
  const targetOf = (loaded: ZoomCode): ZoomTarget | undefined =>
    zoom && {
      ...zoom,
      ...view,
      view: panOf(loaded).viewNow() ?? zoom.view,
      show: (view) => panOf(loaded).show(view),
      pan: (view) => panOf(loaded).pan(view),
      origin: view.points[0]?.timestamp ?? '',
      span: selection?.span ?? null,
      select(next) {
        if ((next === null) !== (selection === null)) zoom.onSelecting(next !== null);
        const edges = next && loaded.edgesOf(next);
        if (!edges) return setSelection(null);
        const text = loaded.spanText(view.points.slice(edges[0], edges[1] + 1), zoom.changeText);
        const words = [text.change, text.amount, text.length].filter(Boolean).join(', ');
        setSelection({ span: next, edges, words, layer: loaded.spanLayer(edges, text) });
      },
    };
  // Events must see the state of the latest render.
  const latest = useRef(targetOf);
  useLayoutEffect(() => {
    latest.current = targetOf;
    panned.current = () => ({ zoom, ...chart() });
    pan.current?.onRendered();
  });
  const loadCode = () => {
    // A failed fetch is retried when the chart is next hovered or focused.
    loading.current ??= import('./zoom').then(
      (loaded) => {
        setCode(loaded);
        return loaded;
      },
      () => {
        loading.current = undefined;
        return undefined;
      },
    );
    return loading.current;
  };
  const canZoom = zoom !== undefined;
  const missed = useRef<MissedPointers>(undefined);
  useEffect(() => {
    const plotElement = plot.current;
    const times = plotElement?.parentElement?.querySelector<HTMLElement>('[data-times]');
    if (!canZoom || !plotElement || !times) return;
    if (!code) {
      missed.current ??= missedPointers([plotElement, times]);
      return;
    }
    const detach = code.attachGestures(plotElement, times, () => latest.current(code));
    const recorded = missed.current;
    missed.current = undefined;
    // Replays after React's effects, because the events set state.
    if (recorded) queueMicrotask(recorded.replay);
    return () => {
      recorded?.stop();
      detach();
    };
  }, [code, plot, canZoom]);
  return {
    // Ignores a selection whose points no longer exist.
    selection: selection && selection.edges[1] <= view.visible.last ? selection : null,
    isReady: code !== undefined,
    loadCode: () => {
      if (zoom) void loadCode();
    },
    /** Handles a key that zooms or pans; returns false for others. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!zoom || !isZoomKey(event, selection !== null)) return false;
      event.preventDefault();
      const { key } = event;
      void loadCode().then((loaded) => {
        const target = loaded && latest.current(loaded);
        if (target) loaded.handleZoomKey(key, target);
      });
      return true;
    },
  };
}
