import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pageTitle } from '~/state/pageTitle';

/**
 * Does what browsers do when a page is loaded: moves focus to the start of the content, and lets screen readers announce the
 * title. Changed search parameters do not count.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const currentPath = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (currentPath.current === pathname) return;
    currentPath.current = pathname;
    // `useScrollToFragment` handles fragments.
    if (!hash) document.getElementById('content')?.focus({ preventScroll: true });
    setTitle(pageTitle());
  }, [pathname, hash]);
  useEffect(() => {
    // Pages that load data set their title later.
    const element = document.querySelector('title');
    if (!title || !element) return;
    const observer = new MutationObserver(() => setTitle(pageTitle()));
    observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, [title]);
  return (
    <p aria-live="polite" className="visually-hidden">
      {title}
    </p>
  );
}
