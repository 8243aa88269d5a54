import { whenIdle } from '~/hooks/idle';

/** What a page begins with is on the screen by then: fetching the app a second time would take its share of a slow phone. */
const WAIT_MS = 5000;

/**
 * Installs the service worker, some seconds after the page has loaded and when it has nothing to do. Browsers offer workers on https and on
 * localhost only; elsewhere, and in development, the app does without. `given`: the answers that came with the page, by their calls:
 * the worker heard nothing of them.
 */
export function registerWorker(given: Readonly<Record<string, unknown>>): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const isFirst = navigator.serviceWorker.controller === null;
  const register = () =>
    import('./idleParts').then(
      (registration) => registration.register(given, isFirst),
      () => undefined, // the next visit tries again
    );
  const wait = () => void setTimeout(() => whenIdle(() => void register()), WAIT_MS);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}
