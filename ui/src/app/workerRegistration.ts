import { savesData, whenIdle } from '~/hooks/idle';
import { apiUrl, basePath } from '~/paths';

/**
 * Installs the service worker. `given`: responses that came with the page, by call; `isFirst`: the page was loaded without a worker.
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

/** Returns the style sheets inlined by the server. The worker must fetch them as files for offline use by other pages. */
function stylesWithin(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
  return [...links].map(({ href }) => href);
}

/**
 * Tells the worker which files and responses this page loaded before the worker was active, so that a single visit suffices for offline
 * use.
 */
function nameMissed(worker: ServiceWorker | null): void {
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    const keep = entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => name);
    if (keep.length > 0) worker?.postMessage({ keep });
  });
  observer.observe({ type: 'resource', buffered: true });
}
