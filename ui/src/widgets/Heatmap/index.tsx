import type { ComponentProps } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Skeleton } from '~/components/Skeleton';
import classes from './Heatmap.module.css';

const LazyHeatmap = retryingLazy(() => import('./Heatmap'));

/** A market as a map of tiles; its code is fetched by those who switch to it. */
export function Heatmap(props: ComponentProps<typeof LazyHeatmap>) {
  return (
    <div className={classes.room}>
      <LazyBoundary
        waiting={
          <div className={classes.waiting} aria-busy="true">
            <Skeleton height="100%" />
          </div>
        }
      >
        <LazyHeatmap {...props} />
      </LazyBoundary>
    </div>
  );
}
