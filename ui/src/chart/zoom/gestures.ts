import { panBy, positionAt, type Viewport, visibleIndices, zoomAround } from '../viewport';
import { showSpan, spanOf } from './select';
import type { ZoomTarget } from './target';

/** Zoom per px of the wheel: about a fifth per notch of 100 px. */
const ZOOM_PER_PX = 0.002;
/** Px per line, for mouse wheels that report lines. */
const LINE_PX = 16;
/** For this many milliseconds after scrolling the page, the wheel keeps scrolling it. */
const SCROLLING_MS = 300;

/** The start of a drag. If `origin` changed since, `view` refers to another time axis. */
interface Start {
  view: Viewport;
  origin: string;
}

type Drag =
  | { kind: 'span'; anchor: number }
  | (Start & { kind: 'move'; x: number; width: number })
  | (Start & { kind: 'pinch' });

/** Returns the middle between two fingers and their distance, in px. */
function pinchOf(fingers: ReadonlyMap<number, number>): { middle: number; distance: number } {
  const [a = 0, b = 0] = [...fingers.values()];
  return { middle: (a + b) / 2, distance: Math.max(16, Math.abs(a - b)) };
}

/** Handles wheel, mouse and touch on the plot and the time axis. Returns a function that removes the listeners. */
export function attachGestures(
  plot: HTMLElement,
  times: HTMLElement,
  targetNow: () => ZoomTarget | undefined,
): () => void {
  const fingers = new Map<number, number>();
  let pinchStart = { middle: 0, distance: 1 };
  let drag: Drag | null = null;
  let wheeledAt = Number.NEGATIVE_INFINITY;
  let scrolledAt = Number.NEGATIVE_INFINITY;

  // An unmounted chart has no target. Until its listeners are removed, they use the last one.
  let lastTarget = targetNow();
  const target = (): ZoomTarget => {
    lastTarget = targetNow() ?? lastTarget;
    return lastTarget as ZoomTarget;
  };
  const fractionAt = (clientX: number) => {
    const { left, width } = plot.getBoundingClientRect();
    return (clientX - left) / width;
  };
  const end = () => {
    if (drag?.kind === 'span') target().select(null);
    drag = null;
  };
  const widthNow = () => plot.getBoundingClientRect().width;
  const pannedBy = (view: Viewport, px: number, bounds: Viewport, width = widthNow()) =>
    panBy(view, (-px / width) * (view.to - view.from), bounds);

  const onWheel = (event: WheelEvent) => {
    const { view, bounds, isZoomed, show, pan } = target();
    const unit = event.deltaMode === 1 ? LINE_PX : 1;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.timeStamp - scrolledAt < SCROLLING_MS && !event.ctrlKey) return;
    if (isSideways) {
      if (!isZoomed) return;
      event.preventDefault();
      pan(pannedBy(view, -unit * (event.deltaX || event.deltaY), bounds));
      return;
    }
    // A fully zoomed out chart lets the page scroll. With Ctrl, or two fingers, the browser would zoom the page.
    if (event.deltaY > 0 && (!isZoomed || view.to - view.from >= bounds.to - bounds.from)) {
      if (event.ctrlKey) event.preventDefault();
      return;
    }
    event.preventDefault();
    // Near the last point, the right end stays fixed.
    const under = positionAt(fractionAt(event.clientX), view);
    const position = bounds.to - under < 0.5 ? bounds.to : under;
    show(zoomAround(view, position, Math.exp(unit * event.deltaY * ZOOM_PER_PX), bounds));
  };

  const onDown = (event: PointerEvent) => {
    const { view, positions, origin } = target();
    if (event.pointerType === 'touch' && event.currentTarget === plot) {
      fingers.set(event.pointerId, event.clientX);
      if (fingers.size !== 2) return;
      pinchStart = pinchOf(fingers);
      drag = { kind: 'pinch', view, origin };
      return;
    }
    if (event.button !== 0) return;
    if (event.shiftKey || event.currentTarget === times)
      // Measures the width only once, because every measurement forces a layout.
      drag = { kind: 'move', x: event.clientX, width: widthNow(), view, origin };
    else drag = { kind: 'span', anchor: nearest(positions, positionAt(fractionAt(event.clientX), view)) };
    try {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    } catch {
      // A replayed drag may be over already.
    }
  };

  const onMove = (event: PointerEvent) => {
    if (!drag) return;
    const { positions, origin, bounds, show, pan, select, view } = target();
    // More history was loaded during the drag: it continues from the current view.
    const isSameAxis = drag.kind === 'span' || drag.origin === origin;
    if (drag.kind === 'move') {
      if (!isSameAxis) drag = { ...drag, x: event.clientX, view, origin };
      return pan(pannedBy(drag.view, event.clientX - drag.x, bounds, drag.width));
    }
    if (drag.kind === 'span') {
      const fraction = Math.max(0, Math.min(1, fractionAt(event.clientX)));
      return select(spanOf(drag.anchor, nearest(positions, positionAt(fraction, view))));
    }
    if (!fingers.has(event.pointerId)) return;
    if (!isSameAxis) {
      drag = { kind: 'pinch', view, origin };
      pinchStart = pinchOf(fingers);
    }
    fingers.set(event.pointerId, event.clientX);
    const now = pinchOf(fingers);
    const position = positionAt(fractionAt(pinchStart.middle), drag.view);
    const zoomed = zoomAround(drag.view, position, pinchStart.distance / now.distance, bounds);
    show(pannedBy(zoomed, now.middle - pinchStart.middle, bounds));
  };

  const onUp = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    const { span } = target();
    if (drag?.kind === 'span' && span) showSpan(span, target());
    if (drag?.kind !== 'pinch' || fingers.size === 0) end();
  };

  const onCancel = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    end();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
  };
  const onPageWheel = (event: WheelEvent) => {
    if (!event.defaultPrevented) wheeledAt = event.timeStamp;
  };
  // Ignores scrolling without the wheel, such as by content that loads late (scroll anchoring).
  const onScroll = (event: Event) => {
    if (event.timeStamp - wheeledAt < SCROLLING_MS) scrolledAt = event.timeStamp;
  };
  const onDouble = () => target().reset();

  const stop = new AbortController();
  const { signal } = stop;
  for (const position of [plot, times]) {
    position.addEventListener('pointerdown', onDown, { signal });
    position.addEventListener('pointermove', onMove, { signal });
    position.addEventListener('pointerup', onUp, { signal });
    position.addEventListener('pointercancel', onCancel, { signal });
    position.addEventListener('dblclick', onDouble, { signal });
    position.addEventListener('wheel', onWheel, { signal, passive: false });
  }
  window.addEventListener('keydown', onKey, { signal });
  window.addEventListener('wheel', onPageWheel, { signal, passive: true });
  window.addEventListener('scroll', onScroll, { signal, passive: true });
  return () => stop.abort();
}

/** Returns the index of the point nearest to a position. */
function nearest(positions: readonly number[], position: number): number {
  const { first } = visibleIndices(positions, { from: position, to: position });
  const [before, after] = [positions[first - 1] ?? Number.NEGATIVE_INFINITY, positions[first] ?? 0];
  return position - before < after - position ? first - 1 : first;
}
