/** Runs something when the page has nothing to do. Safari has no such moment: there it waits for three seconds. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run);
  else setTimeout(run, 3000);
}

/** Whether the person asked the browser to fetch only what is needed. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
