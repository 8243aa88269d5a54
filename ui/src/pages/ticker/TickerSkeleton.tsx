import { Skeleton } from '~/components/Skeleton';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './TickerPage.module.css';
import skeleton from './TickerSkeleton.module.css';

const block = (height: number) => <Skeleton key={height} height={`${height / 16}rem`} radius="lg" />;

/** The page's outline at its final sizes. */
export function TickerSkeleton() {
  const isPhone = useIsPhone();
  return (
    <div className={`container ${classes.page}`} role="status" aria-busy="true" aria-label="Loading ticker">
      <div className={skeleton.head}>
        {!isPhone && <Skeleton height="1.25rem" width="8rem" radius="sm" />}
        <Skeleton height={isPhone ? '2.75rem' : '3.25rem'} width="22rem" maxWidth="80%" radius="md" />
        <Skeleton height={isPhone ? '4rem' : '4.5rem'} width="16rem" radius="md" />
      </div>
      <div className={classes.panels}>
        <div className={classes.pair}>
          <div className={classes.main}>{[560, 260].map(block)}</div>
          <div className={classes.rail}>
            <Outline of="rail" />
          </div>
        </div>
        <Outline of="rest" />
      </div>
    </div>
  );
}

/** What stands beside the chart, or under both. */
export function Outline({ of }: { of: 'rail' | 'rest' }) {
  if (of === 'rail') return [380, 270, 310].map(block);
  return (
    <div className={classes.pair}>
      <div className={classes.main}>{[600].map(block)}</div>
      <div className={classes.rail}>{[560].map(block)}</div>
    </div>
  );
}
