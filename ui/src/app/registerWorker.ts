import { basePath } from '~/paths';

/**
 * Installs the service worker, after the page has loaded. Browsers offer workers on https and on
 * localhost only; elsewhere, and in development, the app does without.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  const first = workers.controller === null;
  const register = async () => {
    try {
      await workers.register(`${basePath()}service-worker.js`, { scope: basePath(), updateViaCache: 'none' });
      if (first) (await workers.ready).active?.postMessage({ keep: readsSoFar() });
    } catch (cause) {
      console.info('The app cannot be opened offline here', cause);
    }
  };
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register());
}

/** Reads of this page that the worker did not see, so that a single visit is enough for offline. */
function readsSoFar(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(names.filter((name) => new URL(name).pathname.startsWith(`${basePath()}api/`)))];
}
