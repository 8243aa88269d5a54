import { movedBy, placeAt, type Viewport, visibleOf, zoomedAbout } from '../viewport';
import { showSpan, spanOf } from './select';
import type { ZoomTarget } from './target';

/** How much a px of the wheel zooms: a notch of 100 px by about a fifth. */
const PER_PX = 0.002;
/** Px of one line, where a wheel counts lines. */
const LINE = 16;
/** A wheel that has just scrolled the page goes on scrolling it, in milliseconds. */
const SCROLLING = 300;

/** Where a drag began; `places` tells whether the view is still measured in the same ones. */
interface Start {
  view: Viewport;
  places: readonly number[];
}

type Drag =
  | { kind: 'span'; anchor: number }
  | (Start & { kind: 'move'; x: number; width: number })
  | (Start & { kind: 'pinch' });

/** What two fingers hold: the place between them, in px, and how far apart they are. */
function pinchOf(fingers: ReadonlyMap<number, number>): { middle: number; distance: number } {
  const [a = 0, b = 0] = [...fingers.values()];
  return { middle: (a + b) / 2, distance: Math.max(16, Math.abs(a - b)) };
}

/** Hears wheel, pointer and fingers on the plot and on the time axis below it, until the function that it answers is called. */
export function attachGestures(
  plot: HTMLElement,
  times: HTMLElement,
  targetNow: () => ZoomTarget | undefined,
): () => void {
  const fingers = new Map<number, number>();
  let held = { middle: 0, distance: 1 };
  let drag: Drag | null = null;
  let wheeledAt = Number.NEGATIVE_INFINITY;
  let scrolledAt = Number.NEGATIVE_INFINITY;

  // A chart that is taken away takes its listeners with it; what it answers last is what they see until then.
  let known = targetNow();
  const target = (): ZoomTarget => {
    known = targetNow() ?? known;
    return known as ZoomTarget;
  };
  const shareAt = (clientX: number) => {
    const { left, width } = plot.getBoundingClientRect();
    return (clientX - left) / width;
  };
  const end = () => {
    if (drag?.kind === 'span') target().select(null);
    drag = null;
  };
  const widthNow = () => plot.getBoundingClientRect().width;
  const moved = (view: Viewport, px: number, bounds: Viewport, width = widthNow()) =>
    movedBy(view, (-px / width) * (view.to - view.from), bounds);

  const onWheel = (event: WheelEvent) => {
    const { view, bounds, isZoomed, show } = target();
    const unit = event.deltaMode === 1 ? LINE : 1;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.timeStamp - scrolledAt < SCROLLING && !event.ctrlKey) return;
    if (isSideways) {
      if (!isZoomed) return;
      event.preventDefault();
      show(moved(view, -unit * (event.deltaX || event.deltaY), bounds));
      return;
    }
    // There is nothing further out: the page scrolls on. With Ctrl, or two fingers, the browser would zoom the page.
    if (event.deltaY > 0 && (!isZoomed || view.to - view.from >= bounds.to - bounds.from)) {
      if (event.ctrlKey) event.preventDefault();
      return;
    }
    event.preventDefault();
    // The last point is where most look: near it the end stays at the end.
    const under = placeAt(shareAt(event.clientX), view);
    const place = bounds.to - under < 0.5 ? bounds.to : under;
    show(zoomedAbout(view, place, Math.exp(unit * event.deltaY * PER_PX), bounds));
  };

  const onDown = (event: PointerEvent) => {
    const { view, places } = target();
    if (event.pointerType === 'touch' && event.currentTarget === plot) {
      fingers.set(event.pointerId, event.clientX);
      if (fingers.size !== 2) return;
      held = pinchOf(fingers);
      drag = { kind: 'pinch', view, places };
      return;
    }
    if (event.button !== 0) return;
    if (event.shiftKey || event.currentTarget === times)
      // Measured once: each step of a moved chart would lay the page out for it.
      drag = { kind: 'move', x: event.clientX, width: widthNow(), view, places };
    else drag = { kind: 'span', anchor: nearest(places, placeAt(shareAt(event.clientX), view)) };
    try {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    } catch {
      // A drag that is repeated may be over already.
    }
  };

  const onMove = (event: PointerEvent) => {
    if (!drag) return;
    const { places, bounds, show, select, view } = target();
    // More of the history came in the middle of it: the drag goes on from where it is.
    const isSame = drag.kind === 'span' || drag.places === places;
    if (drag.kind === 'move') {
      if (!isSame) drag = { ...drag, x: event.clientX, view, places };
      return show(moved(drag.view, event.clientX - drag.x, bounds, drag.width));
    }
    if (drag.kind === 'span') {
      const share = Math.max(0, Math.min(1, shareAt(event.clientX)));
      return select(spanOf(drag.anchor, nearest(places, placeAt(share, view))));
    }
    if (!fingers.has(event.pointerId)) return;
    if (!isSame) {
      drag = { kind: 'pinch', view, places };
      held = pinchOf(fingers);
    }
    fingers.set(event.pointerId, event.clientX);
    const now = pinchOf(fingers);
    const place = placeAt(shareAt(held.middle), drag.view);
    const zoomed = zoomedAbout(drag.view, place, held.distance / now.distance, bounds);
    show(moved(zoomed, now.middle - held.middle, bounds));
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
  const onWheelOfPage = (event: WheelEvent) => {
    if (!event.defaultPrevented) wheeledAt = event.timeStamp;
  };
  // What comes late scrolls a page, too, to keep what is read in its place: that is no wheel's.
  const onScroll = (event: Event) => {
    if (event.timeStamp - wheeledAt < SCROLLING) scrolledAt = event.timeStamp;
  };
  const onDouble = () => target().reset();

  const stop = new AbortController();
  const { signal } = stop;
  for (const place of [plot, times]) {
    place.addEventListener('pointerdown', onDown, { signal });
    place.addEventListener('pointermove', onMove, { signal });
    place.addEventListener('pointerup', onUp, { signal });
    place.addEventListener('pointercancel', onCancel, { signal });
    place.addEventListener('dblclick', onDouble, { signal });
    place.addEventListener('wheel', onWheel, { signal, passive: false });
  }
  window.addEventListener('keydown', onKey, { signal });
  window.addEventListener('wheel', onWheelOfPage, { signal, passive: true });
  window.addEventListener('scroll', onScroll, { signal, passive: true });
  return () => stop.abort();
}

/** Index of the point nearest to a place. */
function nearest(places: readonly number[], place: number): number {
  const { first } = visibleOf(places, { from: place, to: place });
  const [before, after] = [places[first - 1] ?? Number.NEGATIVE_INFINITY, places[first] ?? 0];
  return place - before < after - place ? first - 1 : first;
}
