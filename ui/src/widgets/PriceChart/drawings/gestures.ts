import type { DrawingPoint, UserDrawing } from '~/api/types';
import type { Plane, Spot } from '~/chart/drawings/plane';
import { type Part, partAt, shapeOf } from '~/chart/drawings/shape';
import { movedHandle, movedPoints, pointAt } from '~/chart/drawings/snap';

/** A shorter movement of the pointer, in px, is a click. */
const CLICK_PX = 5;
/** Distance in px from which a drawing or a price of a bar is reached. */
const REACH = { mouse: 6, touch: 14 };

/** A part of a drawing. */
export interface Hit {
  drawing: UserDrawing;
  part: Part;
}

/** The state of a chart that gestures read and change. */
export interface DrawTarget {
  /** The layout of the price pane; null before the first layout. */
  plane: () => Plane | null;
  isDrawing: boolean;
  /** The first point of the drawing that is being drawn; null before it is set. */
  first: DrawingPoint | null;
  hasOnePoint: boolean;
  drawings: readonly UserDrawing[];
  snaps: boolean;
  decimals: number;
  /** Sets the first point and the point under the pointer. */
  draw: (first: DrawingPoint | null, cursor: DrawingPoint) => void;
  /** Saves the drawing; does nothing if its points are the same. */
  finish: (points: readonly DrawingPoint[]) => void;
  hover: (hit: Hit | null) => void;
  select: (id: number | null) => void;
  /** Shows a drawing with moved points; null shows it where it was. */
  drag: (drawing: UserDrawing, points: readonly DrawingPoint[] | null) => void;
  drop: (drawing: UserDrawing, points: readonly DrawingPoint[]) => void;
}

type Press =
  | { kind: 'draw'; pointer: number; start: Spot; first: DrawingPoint | null }
  | { kind: 'drag'; pointer: number; start: Spot; hit: Hit; points: readonly DrawingPoint[] | null };

/**
 * Handles the pointer on drawings, and on the whole price pane while something is drawn. Listens before the crosshair and the zoom, which
 * get all other events. Returns a function that removes the listeners.
 */
export function attachDrawing(stage: HTMLElement, targetNow: () => DrawTarget): () => void {
  let press: Press | null = null;

  const reachOf = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? REACH.touch : REACH.mouse);
  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const isOnPlot = ({ target }: Event) =>
    target instanceof Element && target.closest('[role=slider]')?.closest('[data-stage]') === stage;
  const pointOf = (event: PointerEvent, plane: Plane, { decimals, snaps }: DrawTarget) =>
    pointAt(spotOf(event), plane, optionsOf(event, decimals, snaps));
  const optionsOf = (event: PointerEvent, decimals: number, snaps: boolean) => ({
    decimals,
    magnet: snaps && !event.altKey ? 1.5 * reachOf(event) : 0,
  });
  const hitAt = (spot: Spot, reach: number, { drawings, plane: planeNow }: DrawTarget): Hit | null => {
    const plane = planeNow();
    if (!plane || spot.y < 0 || spot.y > plane.height) return null;
    // The newest is on top. A drawing without an id is being saved.
    for (const drawing of drawings.toReversed()) {
      const part = drawing.id > 0 ? partAt(shapeOf(drawing, plane), spot, reach) : null;
      if (part !== null) return { drawing, part };
    }
    return null;
  };
  /** Keeps an event from crosshair and zoom, and lets the plot receive the rest of the gesture. */
  const claim = (event: PointerEvent) => {
    event.stopPropagation();
    const plot = stage.querySelector<HTMLElement>(':scope > [role=slider]');
    plot?.focus({ preventScroll: true });
    try {
      plot?.setPointerCapture(event.pointerId);
    } catch {
      // The pointer was already released.
    }
  };

  const onDown = (event: PointerEvent) => {
    const target = targetNow();
    const plane = target.plane();
    if (!plane || !isOnPlot(event) || event.button !== 0 || !event.isPrimary) return;
    const start = spotOf(event);
    if (target.isDrawing) {
      claim(event);
      const { first } = target;
      press = { kind: 'draw', pointer: event.pointerId, start, first };
      const point = pointOf(event, plane, target);
      target.draw(first ?? (target.hasOnePoint ? null : point), point);
      return;
    }
    const hit = event.shiftKey ? null : hitAt(start, reachOf(event), target);
    if (!hit) return target.select(null);
    claim(event);
    press = { kind: 'drag', pointer: event.pointerId, start, hit, points: null };
  };

  const onMove = (event: PointerEvent) => {
    const target = targetNow();
    const plane = target.plane();
    if (!plane) return;
    if (press && press.pointer !== event.pointerId) return;
    if (press?.kind === 'drag') return drag(press, event, plane, target);
    if (target.isDrawing) {
      // A finger that scrolls the page draws nothing.
      if (press || (isOnPlot(event) && event.pointerType !== 'touch'))
        target.draw(target.first, pointOf(event, plane, target));
    } else if (event.pointerType !== 'touch' && event.buttons === 0)
      target.hover(isOnPlot(event) ? hitAt(spotOf(event), reachOf(event), target) : null);
  };

  const drag = (pressed: Press & { kind: 'drag' }, event: PointerEvent, plane: Plane, target: DrawTarget) => {
    const { start, hit } = pressed;
    const spot = spotOf(event);
    if (!pressed.points && isClick(start, spot)) return;
    const { drawing, part } = hit;
    const options = optionsOf(event, target.decimals, target.snaps);
    pressed.points =
      part === 'body'
        ? movedPoints(drawing.points, start, spot, plane, target.decimals)
        : drawing.points.map((point, index) =>
            index === part ? movedHandle(point, start, spot, plane, options) : point,
          );
    target.drag(drawing, pressed.points);
  };

  const onUp = (event: PointerEvent) => {
    if (press?.pointer !== event.pointerId) return;
    const ended = press;
    press = null;
    const target = targetNow();
    const plane = target.plane();
    if (ended.kind === 'drag') {
      if (ended.points) target.drop(ended.hit.drawing, ended.points);
      else target.select(ended.hit.drawing.id);
    } else if (plane && target.isDrawing) {
      const point = pointOf(event, plane, target);
      if (target.hasOnePoint) target.finish([point]);
      // The first click sets the first point only; a drag or a second click also sets the other one.
      else if (target.first && (ended.first || !isClick(ended.start, spotOf(event))))
        target.finish([target.first, point]);
    }
  };

  const onCancel = (event: PointerEvent) => {
    if (press?.pointer !== event.pointerId) return;
    if (press.kind === 'drag') targetNow().drag(press.hit.drawing, null);
    press = null;
  };

  // A touch on a drawing, or while drawing, must not scroll the page.
  const onTouchStart = (event: TouchEvent) => {
    const target = targetNow();
    const [touch] = event.touches;
    if (!touch || event.touches.length > 1 || !event.cancelable || !isOnPlot(event)) return;
    if (target.isDrawing || hitAt(spotOf(touch), REACH.touch, target)) event.preventDefault();
  };
  // A double click elsewhere resets the zoom.
  const onDouble = (event: MouseEvent) => {
    const target = targetNow();
    if (isOnPlot(event) && (target.isDrawing || hitAt(spotOf(event), REACH.mouse, target)))
      event.stopPropagation();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || press?.kind !== 'drag') return;
    targetNow().drag(press.hit.drawing, null);
    press = null;
    event.preventDefault();
    event.stopPropagation();
  };

  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  stage.addEventListener('pointerdown', onDown, options);
  stage.addEventListener('pointermove', onMove, options);
  stage.addEventListener('pointerup', onUp, options);
  stage.addEventListener('pointercancel', onCancel, options);
  stage.addEventListener('dblclick', onDouble, options);
  stage.addEventListener('touchstart', onTouchStart, { ...options, passive: false });
  window.addEventListener('keydown', onKey, options);
  stage.addEventListener('pointerleave', () => targetNow().hover(null), { signal: stop.signal });
  return () => stop.abort();
}

const isClick = (from: Spot, to: Spot) => Math.hypot(to.x - from.x, to.y - from.y) < CLICK_PX;
