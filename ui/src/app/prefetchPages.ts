import { whenIdle } from '~/hooks/idle';
import { FIRST_INPUT_EVENTS } from '~/hooks/useHasInteracted';
import { headerLinks } from '~/links';
import { ROUTES, type Route } from '~/routes';
import { loadPage } from './pageCode';

/** Likely next pages: a ticker from a list, and the header's links. */
const NEXT: readonly string[] = ['/ticker/:symbol', ...headerLinks('Markets').map(({ to }) => to)];

/** Delay until the page has loaded everything of its own. */
const WAIT_MS = 3000;
/** Start without input after this time. */
const LATEST_MS = 10_000;

/**
 * Fetches the code of likely next pages, one after another, after the first input and when the page is idle. Not earlier: each page's
 * style sheet makes the browser recompute the styles of the whole document.
 */
export function prefetchPages(): void {
  const waiting = ROUTES.filter(({ path }) => NEXT.includes(path));
  const fetchNext = () => {
    const next = waiting.shift();
    if (next) void prefetch(next).then(() => whenIdle(fetchNext));
  };
  const waits = new AbortController();
  const begin = () => {
    if (waits.signal.aborted) return;
    waits.abort();
    setTimeout(() => whenIdle(fetchNext), WAIT_MS);
  };
  for (const input of FIRST_INPUT_EVENTS)
    window.addEventListener(input, begin, { passive: true, signal: waits.signal });
  setTimeout(begin, LATEST_MS);
}

/** Ignores failures: opening the page retries and reports them. */
const prefetch = (route: Route) => loadPage(route).catch(() => undefined);
