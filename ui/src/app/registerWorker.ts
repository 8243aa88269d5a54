import { whenIdle } from '~/hooks/idle';

/** Delay after loading: the worker fetches the app a second time, which would slow down the start on a phone. */
const WAIT_MS = 5000;

/**
 * Installs the service worker, a few seconds after the page has loaded and when it is idle. Does nothing
 * in development, or without https or localhost, which workers require. `responses` are those included in the page, by call; the worker
 * caches them.
 */
export function registerWorker(responses: Readonly<Record<string, unknown>>): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const isFirst = navigator.serviceWorker.controller === null;
  const register = () =>
    import('./idleParts').then(
      (registration) => registration.register(responses, isFirst),
      () => undefined, // the next visit retries
    );
  const wait = () => void setTimeout(() => whenIdle(() => void register()), WAIT_MS);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}
