import { savesData, whenIdle } from '~/hooks/idle';
import { apiUrl, basePath } from '~/paths';

/** What a page begins with is on the screen by then: fetching the app a second time would take its share of a slow phone. */
const WAIT_MS = 5000;

/**
 * Installs the service worker, some seconds after the page has loaded and when it has nothing to do. Browsers offer workers on https and on
 * localhost only; elsewhere, and in development, the app does without. `answered`: the calls whose answers came with the page,
 * of which the worker heard nothing.
 */
export function registerWorker(answered: readonly string[]): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  const first = workers.controller === null;
  const register = async () => {
    try {
      await workers.register(`${basePath()}service-worker.js`, { scope: basePath(), updateViaCache: 'none' });
      const { active } = await workers.ready;
      if (first) nameMissed(active);
      const calls = answered.map((call) => new URL(apiUrl(call), location.origin).href);
      active?.postMessage({ keep: [...stylesWithin(), ...calls] });
      if (!savesData()) whenIdle(() => active?.postMessage({ rest: true }));
    } catch (cause) {
      console.info('The app cannot be opened offline here', cause);
    }
  };
  const wait = () => void setTimeout(() => whenIdle(() => void register()), WAIT_MS);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}

/** The style sheets that the server wrote into the page: nobody fetched them, and without the server another page needs the files. */
function stylesWithin(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
  return [...links].map(({ href }) => href);
}

/**
 * Names to the worker what this page loaded without it, so that a single visit is enough for offline: before it took
 * over, or on the way at that moment.
 */
function nameMissed(worker: ServiceWorker | null): void {
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    const keep = entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => name);
    if (keep.length > 0) worker?.postMessage({ keep });
  });
  observer.observe({ type: 'resource', buffered: true });
}
