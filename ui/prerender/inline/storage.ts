/** The base path of this installation: `/`, or for example `/deck/` behind a proxy. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="marketdeck-base"]')?.content ?? '/';

/** Reads a value from the browser's storage. The key contains the base path, as in `src/state/browserStorage.ts`. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(base === '/' ? key : `${key} ${base}`);
  } catch {
    return null; // storage is blocked
  }
}

/** Returns a setting chosen in this browser, else the one chosen for all devices; null if there is none. */
export const setting = (key: string): string | null =>
  stored(`marketdeck.${key}`) ?? stored(`marketdeck.shared.${key}`);
