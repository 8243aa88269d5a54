import type { ReactNode } from 'react';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart, retryingLazy } from '~/components/layer/retryingLazy';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { Skeleton } from '~/components/Skeleton';
import { useIsPhone, useIsWide } from '~/hooks/useIsPhone';
import { useIsDeck } from '~/state/homeView';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { DashboardBar } from './DashboardBar';
import { Hero } from './Hero';
import classes from './HomePage.module.css';
import { MarketPulse } from './MarketPulse';
import { Rail } from './Rail';
import { Sections } from './Sections';
import { TickersAndIcos } from './TickersAndIcos';

const IndexCard = lazyPart(() => import('./belowFold'), 'IndexCard');
const Dashboard = retryingLazy(() => import('./dashboard/Dashboard'));
const Movers = lazyPart(() => import('./belowFold'), 'Movers');
const StockMap = lazyPart(() => import('./belowFold'), 'StockMap');

/** The home page: a welcome page on the first visits, the user's dashboard afterwards. */
export default function HomePage() {
  const isDeck = useIsDeck();
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const own = isDeck && (
    <Part className={classes.own}>
      <Dashboard />
    </Part>
  );
  return (
    <WideLayout className={classes.page} isTall>
      {isDeck ? (
        <>
          <DashboardBar />
          <Part className={classes.indices}>
            <IndexCard />
          </Part>
        </>
      ) : (
        <>
          <Hero />
          {isPhone && (
            <Part className={`${classes.indices} ${classes.first}`}>
              <IndexCard />
            </Part>
          )}
        </>
      )}
      {isPhone && own}
      <div className={classes.body}>
        <MarketPulse />
        {isWide ? (
          <div className={classes.side}>
            <Part className={classes.map}>
              <StockMap />
            </Part>
            <Part className={classes.movers}>
              <Movers />
            </Part>
            {own}
          </div>
        ) : (
          !isPhone && own
        )}
        <MountWhenVisible waiting={<Skeleton height={isPhone ? '88.875rem' : '41.625rem'} radius="lg" />}>
          <div className={classes.columns}>
            <TickersAndIcos />
            <Rail />
          </div>
        </MountWhenVisible>
      </div>
      <Sections />
    </WideLayout>
  );
}

/** A lazily loaded part. */
function Part({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <ErrorBoundary>
        <LazyBoundary>{children}</LazyBoundary>
      </ErrorBoundary>
    </div>
  );
}
