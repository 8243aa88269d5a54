/** The path below which this installation serves: `/`, or `/deck/` behind a proxy. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="marketdeck-base"]')?.content ?? '/';

/** Reads the browser's storage. Another installation may be at the same host, under another path. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(base === '/' ? key : `${key} ${base}`);
  } catch {
    return null; // Storage may be forbidden.
  }
}

/** A setting as chosen in this browser, else as chosen for every device. */
export const setting = (key: string): string | null =>
  stored(`marketdeck.${key}`) ?? stored(`marketdeck.shared.${key}`);
