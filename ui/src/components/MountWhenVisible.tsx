import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { isAllShown, mountHiddenParts } from '~/hooks/mountHiddenParts';

interface Props {
  /** The placeholder until the part mounts, about as tall as the part. */
  waiting: ReactNode;
  /** Class of the placeholder. */
  className?: string | undefined;
  /** Element of the placeholder: an item where the parent is a list. */
  as?: 'div' | 'li';
  children: ReactNode;
}

/** The distance below the window at which parts mount. */
const MARGIN = '50% 0px';

/** Mounts a part of a page shortly before it scrolls into view, because most visitors never scroll to it. */
export function MountWhenVisible({ waiting, className, as: Placeholder = 'div', children }: Props) {
  const [isMounted, setIsMounted] = useState(() => isAllShown() || !('IntersectionObserver' in globalThis));
  const placeholder = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isMounted || !placeholder.current) return;
    const show = () => startTransition(() => setIsMounted(true));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(placeholder.current);
    const stop = mountHiddenParts(show);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [isMounted]);
  return isMounted ? (
    children
  ) : (
    <Placeholder ref={placeholder as never} className={className}>
      {waiting}
    </Placeholder>
  );
}
