import { useEffect } from 'react';
import { savesData, whenIdle } from '~/hooks/idle';
import { headerLinks } from '~/pageList';
import { type PageRoute, pages } from './pages';

/** Where most people go next: a ticker out of a list, and what the header leads to. */
const NEXT: readonly string[] = ['/ticker/:symbol', ...headerLinks('Markets').map(({ to }) => to)];

/** What a page asks for when it comes, code of its own that comes late included, is on the screen by then. */
const WAIT_MS = 3000;

/** Fetches the code of the likely next pages, one after another, once the page that is open has come and has nothing to do. */
export function usePrefetchPages(): void {
  useEffect(() => {
    if (savesData()) return;
    const waiting = pages.filter(({ path }) => NEXT.includes(path));
    const fetchNext = () => {
      const next = waiting.shift();
      if (next) void prefetch(next).then(() => whenIdle(fetchNext));
    };
    const start = () => setTimeout(() => whenIdle(fetchNext), WAIT_MS);
    if (document.readyState === 'complete') start();
    else window.addEventListener('load', start, { once: true });
  }, []);
}

/** A failure says nothing: who opens the page tries again, and hears of it. */
const prefetch = ({ load }: PageRoute) => load().catch(() => undefined);
