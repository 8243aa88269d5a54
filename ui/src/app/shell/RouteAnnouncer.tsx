import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * What a browser does by itself when it loads a page: the focus goes to its start, and a screen reader says
 * its title. Another choice on the same page is no new page.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A fragment has a place of its own, which `useScrollToFragment` goes to.
    if (!hash) document.getElementById('content')?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname, hash]);
  useEffect(() => {
    // A page whose data comes later names itself then.
    const element = document.querySelector('title');
    if (!title || !element) return;
    const watcher = new MutationObserver(() => setTitle(document.title));
    watcher.observe(element, { childList: true });
    return () => watcher.disconnect();
  }, [title]);
  return (
    <p aria-live="polite" className="visually-hidden">
      {title}
    </p>
  );
}
