import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { isAllShown, mountHiddenParts } from '~/hooks/mountHiddenParts';

interface Props {
  /** In place of the part until then: about as high as it will be. */
  waiting: ReactNode;
  /** Of what stands in its place. */
  className?: string | undefined;
  children: ReactNode;
}

/** How far below the window a part is mounted. */
const MARGIN = '50% 0px';

/** A part of a page that is mounted when it is about to come into view: most visitors never scroll to it. */
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
