import type { ReactNode } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useIsWide } from '~/hooks/useIsPhone';
import classes from './WideLayout.module.css';

/** Only a wide window has room for it. */
const SideColumn = retryingLazy(() => import('./SideColumn'));

interface Props {
  className?: string | undefined;
  /** A long page has more articles at its side. */
  isTall?: boolean;
  /** False for a page that shows the user's watchlist itself. */
  hasList?: boolean;
  /** False for a page with headlines of its own: the list is longer, and the column narrower. */
  hasNews?: boolean;
  children: ReactNode;
}

/** A page's container; from 1920 px on, with a side column that stays in view. */
export function WideLayout({ className, isTall = false, hasList = true, hasNews = true, children }: Props) {
  const isWide = useIsWide();
  return (
    <div className={`container ${classes.layout}`}>
      <div className={className}>{children}</div>
      {isWide && (
        <div className={classes.side} data-low={!hasList || undefined} data-list-only={!hasNews || undefined}>
          <LazyBoundary silent>
            <SideColumn isTall={isTall} hasList={hasList} hasNews={hasNews} />
          </LazyBoundary>
        </div>
      )}
    </div>
  );
}
