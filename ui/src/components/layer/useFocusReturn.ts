import { useEffect, useState } from 'react';

/** Carried by a layer that stays on the page while it fades out: a name of its own. */
export const LAYER = 'data-layer';
/** Carried by a layer that hangs on a button: the button's id. */
export const OPENED_BY = 'data-opened-by';

interface Options {
  /** What the layer carries as `data-layer`, when it fades out with the focus still inside. */
  layer?: string;
  /** What opens the layer, where that is known; otherwise it is what has the focus. */
  opener?: HTMLElement | null;
}

/** Gives the focus back when a layer closes or is taken off the page: to what opened it. */
export function useFocusReturn(opened: boolean, { layer, opener: given }: Options = {}): void {
  // Noted while rendering: the effects of the layer itself, which moves the focus, run before those out here.
  const [noted, setNoted] = useState(() => ({ opened, focused: opened ? focusedOpener() : null }));
  if (noted.opened !== opened) setNoted({ opened, focused: opened ? focusedOpener() : null });
  const opener = given ?? noted.focused;
  useEffect(() => {
    if (!opened || !opener) return;
    return () => giveBack(opener, layer);
  }, [opened, opener, layer]);
}

/** What has the focus; for an entry of a popup, which closes when it is pressed, the popup's button. */
function focusedOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const popup = focused?.closest(`[${OPENED_BY}]`);
  const opener = popup ? document.getElementById(popup.getAttribute(OPENED_BY) ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function giveBack(opener: HTMLElement, layer: string | undefined): void {
  const focused = document.activeElement;
  const inside = layer && focused?.closest(`[${LAYER}="${CSS.escape(layer)}"]`);
  // A click outside, or the next layer, may have taken it.
  if (focused && focused !== document.body && !inside) return;
  // What opened the layer may be gone, as an entry that was deleted: the page is better than nothing.
  const gone = !opener.isConnected || opener.matches(':disabled');
  (gone ? document.getElementById('content') : opener)?.focus({ preventScroll: true });
}
