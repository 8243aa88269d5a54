import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { isAllShown, mountHiddenParts } from '~/hooks/mountHiddenParts';

interface Props {
  /** Placeholder until the part mounts, about as tall as the part. */
  waiting: ReactNode;
  /** Class of the placeholder. */
  className?: string | undefined;
  children: ReactNode;
}

/** How far below the window parts mount. */
const MARGIN = '50% 0px';

/** Mounts a part of a page shortly before it scrolls into view; most visitors never scroll to it. */
export function MountWhenVisible({ waiting, className, children }: Props) {
  const [isSeen, setSeen] = useState(() => isAllShown() || !('IntersectionObserver' in globalThis));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const show = () => startTransition(() => setSeen(true));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    const stop = mountHiddenParts(show);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [isSeen]);
  return isSeen ? (
    children
  ) : (
    <div ref={place} className={className}>
      {waiting}
    </div>
  );
}
