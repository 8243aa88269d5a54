import { savesData, whenIdle } from '~/hooks/idle';
import { apiUrl, basePath } from '~/paths';

/**
 * Installs the service worker. `includedResponses` are those included in the page, by call. `isFirst` is true if the page was loaded
 * without a worker.
 */
export async function register(
  includedResponses: Readonly<Record<string, unknown>>,
  isFirst: boolean,
): Promise<void> {
  const workers = navigator.serviceWorker;
  try {
    await workers.register(`${basePath()}service-worker.js`, { scope: basePath(), updateViaCache: 'none' });
    const { active } = await workers.ready;
    if (isFirst) sendMissedUrls(active);
    const responses = Object.entries(includedResponses).map(([call, response]) => [
      new URL(apiUrl(call), location.origin).href,
      JSON.stringify(response),
    ]);
    active?.postMessage({ keep: inlinedStyles(), given: responses });
    if (!savesData()) whenIdle(() => active?.postMessage({ rest: true }));
  } catch (cause) {
    console.info('service worker: installation failed, the app is not available offline', cause);
  }
}

/** Returns the style sheets inlined by the server. The worker must fetch them as files for offline use by other pages. */
function inlinedStyles(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
  return [...links].map(({ href }) => href);
}

/**
 * Tells the worker which files and responses this page loaded before the worker was active, so that one visit is enough for offline
 * use.
 */
function sendMissedUrls(worker: ServiceWorker | null): void {
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    const keep = entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => name);
    if (keep.length > 0) worker?.postMessage({ keep });
  });
  observer.observe({ type: 'resource', buffered: true });
}
