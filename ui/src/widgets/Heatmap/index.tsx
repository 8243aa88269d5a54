import type { ComponentProps } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Skeleton } from '~/components/Skeleton';
import classes from './Heatmap.module.css';

const LazyHeatmap = retryingLazy(() => import('./Heatmap'));

/** A heatmap; its code is loaded when it is first shown. */
export function Heatmap(props: ComponentProps<typeof LazyHeatmap>) {
  return (
    <div className={classes.room}>
      <LazyBoundary
        placeholder={
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
