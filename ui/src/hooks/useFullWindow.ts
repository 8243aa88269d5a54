import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { makeInert } from './makeInert';

/**
 * Shows only one element, whose style fills the window; in full screen if the browser supports it. Escape ends it. Returns the state and
 * a function that toggles it.
 */
export function useFullWindow(shown: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isFull, setIsFull] = useState(false);
  useLayoutEffect(() => {
    if (!isFull || !shown.current) return;
    const root = document.documentElement;
    const restore = makeInert(shown.current);
    root.style.overflow = 'hidden';
    return () => {
      restore();
      root.style.overflow = '';
    };
  }, [isFull, shown]);
  useLayoutEffect(() => {
    if (!isFull) return;
    const leave = () => setIsFull(false);
    const onChange = () => !document.fullscreenElement && leave();
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isInLayer = target instanceof Element && target.closest('[role=dialog], input') !== null;
      if (key === 'Escape' && !defaultPrevented && !isInLayer) leave();
    };
    // Without support (a phone) or permission, the element still fills the window.
    document.documentElement.requestFullscreen?.().catch(() => undefined);
    document.addEventListener('fullscreenchange', onChange);
    window.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      window.removeEventListener('keydown', onKey);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [isFull]);
  return [isFull, useCallback(() => setIsFull((now) => !now), [])];
}
