import { whenIdle } from '~/hooks/idle';
import { FIRST_INPUT } from '~/hooks/useHasActed';
import { headerLinks } from '~/links';
import { ROUTES, type Route } from '~/routes';
import { loadPage } from './pageCode';

/** Where most people go next: a ticker out of a list, and what the header leads to. */
const NEXT: readonly string[] = ['/ticker/:symbol', ...headerLinks('Markets').map(({ to }) => to)];

/** What a page asks for when it comes, code of its own that comes late included, is on the screen by then. */
const WAIT_MS = 3000;
/** Who only reads goes on at some time, too. */
const LATEST_MS = 10_000;

/**
 * Fetches the code of the likely next pages, one after another, once somebody is busy with the page that is open and it has
 * nothing to do. Not before: with the styles of each page the browser works out those of the whole document anew.
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
  for (const input of FIRST_INPUT)
    window.addEventListener(input, begin, { passive: true, signal: waits.signal });
  setTimeout(begin, LATEST_MS);
}

/** A failure says nothing: who opens the page tries again, and hears of it. */
const prefetch = (route: Route) => loadPage(route).catch(() => undefined);
