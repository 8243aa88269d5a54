import { useEffect, useState } from 'react';

/** Attribute of a layer that stays mounted while it fades out: its name. */
export const LAYER = 'data-layer';
/** Attribute of a layer that was opened by a button: the button's id. */
export const OPENED_BY = 'data-opened-by';

interface Options {
  /** The layer's `data-layer` value, if it fades out with the focus still inside. */
  layer?: string;
  /** The element that opens the layer; by default the focused element. */
  opener?: HTMLElement | null;
}

/** Returns the focus to the opener when a layer closes or unmounts. */
export function useFocusReturn(opened: boolean, { layer, opener: given }: Options = {}): void {
  // Stored during rendering: effects of the layer, which moves the focus, run before effects here.
  const [noted, setNoted] = useState(() => ({ opened, focused: opened ? focusedOpener() : null }));
  if (noted.opened !== opened) setNoted({ opened, focused: opened ? focusedOpener() : null });
  const opener = given ?? noted.focused;
  useEffect(() => {
    if (!opened || !opener) return;
    return () => giveBack(opener, layer);
  }, [opened, opener, layer]);
}

/** Returns the focused element; for an entry of a popup, which closes when pressed, the popup's button. */
function focusedOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const popup = focused?.closest(`[${OPENED_BY}]`);
  const opener = popup ? document.getElementById(popup.getAttribute(OPENED_BY) ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function giveBack(opener: HTMLElement, layer: string | undefined): void {
  const focused = document.activeElement;
  const inside = layer && focused?.closest(`[${LAYER}="${CSS.escape(layer)}"]`);
  // A click outside or the next layer may already have taken the focus.
  if (focused && focused !== document.body && !inside) return;
  // The opener may be gone, such as a deleted entry: then the page takes the focus.
  const gone = !opener.isConnected || opener.matches(':disabled');
  (gone ? document.getElementById('content') : opener)?.focus({ preventScroll: true });
}
