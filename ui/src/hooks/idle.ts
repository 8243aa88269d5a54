/** Runs a callback when the page is idle; after three seconds in Safari, which lacks `requestIdleCallback`. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run);
  else setTimeout(run, 3000);
}

/** Returns true if the user turned on data saver. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
