import { savesData, whenIdle } from '~/hooks/idle';
import { apiUrl, basePath } from '~/paths';

/**
 * Installs the service worker. `given`: the answers that came with the page, by their calls; `isFirst`: the page was loaded
 * without a worker.
 */
export async function register(given: Readonly<Record<string, unknown>>, isFirst: boolean): Promise<void> {
  const workers = navigator.serviceWorker;
  try {
    await workers.register(`${basePath()}service-worker.js`, { scope: basePath(), updateViaCache: 'none' });
    const { active } = await workers.ready;
    if (isFirst) nameMissed(active);
    const answers = Object.entries(given).map(([call, answer]) => [
      new URL(apiUrl(call), location.origin).href,
      JSON.stringify(answer),
    ]);
    active?.postMessage({ keep: stylesWithin(), given: answers });
    if (!savesData()) whenIdle(() => active?.postMessage({ rest: true }));
  } catch (cause) {
    console.info('The app cannot be opened offline here', cause);
  }
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
