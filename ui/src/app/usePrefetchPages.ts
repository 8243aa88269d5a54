import { useEffect } from 'react';
import { savesData, whenIdle } from '~/hooks/idle';
import { headerLinks } from '~/pageList';
import { type PageRoute, pages } from './pages';

/** Where most people go next: a ticker out of a list, and what the header leads to. */
const NEXT: readonly string[] = ['/ticker/:symbol', ...headerLinks('Markets').map(({ to }) => to)];

/** Fetches the code of the likely next pages, one after another, while the page has nothing to do. */
export function usePrefetchPages(): void {
  useEffect(() => {
    if (savesData()) return;
    const waiting = pages.filter(({ path }) => NEXT.includes(path));
    const fetchNext = () => {
      const next = waiting.shift();
      if (next) void prefetch(next).then(() => whenIdle(fetchNext));
    };
    if (document.readyState === 'complete') whenIdle(fetchNext);
    else window.addEventListener('load', () => whenIdle(fetchNext), { once: true });
  }, []);
}

/** A failure says nothing: who opens the page tries again, and hears of it. */
const prefetch = ({ load }: PageRoute) => load().catch(() => undefined);
