import { zoomAround } from '../viewport';
import { showSpan } from './select';
import type { ZoomTarget } from './target';

/** Factor by which one key press zooms in. */
const STEP = 0.75;

/** Handles a key for which `isZoomKey` is true. */
export function handleZoomKey(key: string, target: ZoomTarget): void {
  const { view, bounds, positions, visible, active, span, show, reset, select, point } = target;
  const center = positions[active ?? visible.last] ?? view.to;
  if (key === '+' || key === '=') show(zoomAround(view, center, STEP, bounds));
  else if (key === '0') reset();
  else if (key === 'Enter' && span) showSpan(span, target);
  else if (key === 'Escape') select(null);
  else if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const current = span ?? { anchor: active ?? visible.last, movingEnd: active ?? visible.last };
    const next = current.movingEnd + (key === 'ArrowLeft' ? -1 : 1);
    const movingEnd = Math.max(visible.first, Math.min(visible.last, next));
    select({ anchor: current.anchor, movingEnd });
    point(movingEnd);
  } else if (key !== 'Enter') show(zoomAround(view, center, 1 / STEP, bounds));
}
