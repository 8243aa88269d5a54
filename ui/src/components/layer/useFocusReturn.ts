import { useEffect, useState } from 'react';

/** Attribute with the name of a layer that stays mounted while it fades out. */
export const LAYER_ATTRIBUTE = 'data-layer';
/** Attribute with the id of the button that opened a layer. */
export const OPENED_BY = 'data-opened-by';

interface Options {
  /** The layer's `data-layer` value, if it fades out with focus still inside. */
  layer?: string;
  /** The element that opens the layer; by default the focused element. */
  opener?: HTMLElement | null;
}

/** Returns focus to the opener when a layer closes or unmounts. */
export function useFocusReturn(opened: boolean, { layer, opener: explicitOpener }: Options = {}): void {
  // Stores the opener during rendering, because the layer moves focus in effects that run before those of this hook.
  const [stored, setStored] = useState(() => ({ opened, focused: opened ? focusedOpener() : null }));
  if (stored.opened !== opened) setStored({ opened, focused: opened ? focusedOpener() : null });
  const opener = explicitOpener ?? stored.focused;
  useEffect(() => {
    if (!opened || !opener) return;
    return () => returnFocus(opener, layer);
  }, [opened, opener, layer]);
}

/** Returns the focused element; for an entry of a popup, which closes when pressed, the popup's button. */
function focusedOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const popup = focused?.closest(`[${OPENED_BY}]`);
  const opener = popup ? document.getElementById(popup.getAttribute(OPENED_BY) ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function returnFocus(opener: HTMLElement, layer: string | undefined): void {
  const focused = document.activeElement;
  const isInside = layer && focused?.closest(`[${LAYER_ATTRIBUTE}="${CSS.escape(layer)}"]`);
  // A click outside or the next layer may already have taken the focus.
  if (focused && focused !== document.body && !isInside) return;
  // The opener may no longer exist, such as a deleted entry. The page then takes focus.
  const isUnavailable = !opener.isConnected || opener.matches(':disabled');
  (isUnavailable ? document.getElementById('content') : opener)?.focus({ preventScroll: true });
}
