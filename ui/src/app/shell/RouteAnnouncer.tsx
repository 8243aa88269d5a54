import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Does what browsers do when a page is loaded: moves the focus to the start of the content, and has screen readers announce the
 * title. Not for changed search parameters.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // `useScrollToFragment` handles fragments.
    if (!hash) document.getElementById('content')?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname, hash]);
  useEffect(() => {
    // Pages that load data set their title later.
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
