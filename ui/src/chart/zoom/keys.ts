import { zoomAround } from '../viewport';
import { showSpan } from './select';
import type { ZoomTarget } from './target';

/** Factor by which one key press zooms in. */
const STEP = 0.75;

/** Handles a key for which `isZoomKey` is true. */
export function pressed(key: string, target: ZoomTarget): void {
  const { view, bounds, positions, visible, active, span, show, reset, select, point } = target;
  const about = positions[active ?? visible.last] ?? view.to;
  if (key === '+' || key === '=') show(zoomAround(view, about, STEP, bounds));
  else if (key === '0') reset();
  else if (key === 'Enter' && span) showSpan(span, target);
  else if (key === 'Escape') select(null);
  else if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const at = span ?? { anchor: active ?? visible.last, head: active ?? visible.last };
    const next = at.head + (key === 'ArrowLeft' ? -1 : 1);
    const head = Math.max(visible.first, Math.min(visible.last, next));
    select({ anchor: at.anchor, head });
    point(head);
  } else if (key !== 'Enter') show(zoomAround(view, about, 1 / STEP, bounds));
}
