/** Runs a callback when the page is idle. Safari lacks `requestIdleCallback`: there it waits for three seconds. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run);
  else setTimeout(run, 3000);
}

/** Returns true if the user turned on data saver. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
