import { LAYOUT_ATTRIBUTES } from '~/hooks/useRootAttribute';
import { createStore } from '~/state/useStore';

/** A small window with a watchlist that stays above all others (Document Picture-in-Picture). */
interface LittleWindow {
  listId: number;
  view: Window;
}

interface PictureInPicture {
  requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}

declare global {
  interface Window {
    /** Only in some browsers; not in TypeScript's library yet. */
    documentPictureInPicture?: PictureInPicture;
  }
}

/** In px: eight rows. */
const SIZE = { width: 300, height: 360 };

/** The open little window; undefined without one. */
export const littleWindow = createStore<LittleWindow | undefined>(undefined);

export const canOpenLittleWindow = (): boolean => window.documentPictureInPicture !== undefined;

/** Opens the little window with a list; only after a press, as browsers demand. Replaces an open one. */
export async function openLittleWindow(listId: number): Promise<void> {
  const view = await window.documentPictureInPicture?.requestWindow(SIZE);
  if (!view) return;
  copyStyles(view.document);
  view.addEventListener('pagehide', () => {
    if (littleWindow.get()?.view === view) littleWindow.set(undefined);
  });
  littleWindow.set({ listId, view });
}

/** Gives the new document the styles of the page, and the color scheme and settings that are attributes of its root. */
function copyStyles(target: Document): void {
  for (const { name, value } of document.documentElement.attributes)
    if (!LAYOUT_ATTRIBUTES.some((each) => each === name)) target.documentElement.setAttribute(name, value);
  const base = target.createElement('base');
  base.href = document.baseURI;
  target.head.append(base);
  for (const style of document.querySelectorAll('link[rel="stylesheet"], style'))
    target.head.append(style.cloneNode(true));
}
