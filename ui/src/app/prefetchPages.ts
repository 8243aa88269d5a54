import { whenIdle } from '~/hooks/idle';
import { FIRST_INPUT_EVENTS } from '~/hooks/useHasInteracted';
import { headerLinks } from '~/links';
import { ROUTES, type Route } from '~/routes';
import { loadPage } from './pageCode';

/** Likely next pages: a ticker from a list, and the header's links. */
const LIKELY_PAGES: readonly string[] = ['/ticker/:symbol', ...headerLinks('Markets').map(({ to }) => to)];

/** Delay that gives the current page time to finish loading. */
const WAIT_MS = 3000;
/** Time after which prefetching starts without input. */
const MAX_WAIT_MS = 10_000;

/**
 * Fetches the code of likely next pages, one after another. Starts only after the first input and when the page is idle, because each
 * page's style sheet makes the browser recompute the styles of the whole document.
 */
export function prefetchPages(): void {
  const queue = ROUTES.filter(({ path }) => LIKELY_PAGES.includes(path));
  const fetchNext = () => {
    const next = queue.shift();
    if (next) void prefetch(next).then(() => whenIdle(fetchNext));
  };
  const controller = new AbortController();
  const start = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    setTimeout(() => whenIdle(fetchNext), WAIT_MS);
  };
  for (const input of FIRST_INPUT_EVENTS)
    window.addEventListener(input, start, { passive: true, signal: controller.signal });
  setTimeout(start, MAX_WAIT_MS);
}

/** Ignores failures: opening the page retries and reports them. */
const prefetch = (route: Route) => loadPage(route).catch(() => undefined);
