import type { ReactNode } from 'react';
import type { TickerRow } from '~/api/types';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Skeleton } from '~/components/Skeleton';
import type { HeatmapProps } from './Heatmap';
import classes from './Heatmap.module.css';

const LazyHeatmap = retryingLazy(() => import('./Heatmap')) as <Row extends TickerRow>(
  props: HeatmapProps<Row>,
) => ReactNode;

/** A heatmap; its code is loaded when it is first shown. */
export function Heatmap<Row extends TickerRow>(props: HeatmapProps<Row>) {
  return (
    <div className={classes.container}>
      <LazyBoundary
        placeholder={
          <div className={classes.placeholder} aria-busy="true">
            <Skeleton height="100%" />
          </div>
        }
      >
        <LazyHeatmap {...props} />
      </LazyBoundary>
    </div>
  );
}
