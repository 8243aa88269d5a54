import { lazyPart } from '~/components/layer/retryingLazy';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { Skeleton } from '~/components/Skeleton';
import { useIsPhone, useIsWide } from '~/hooks/useIsPhone';
import { Hero } from './Hero';
import classes from './Introduction.module.css';
import { MarketPulse } from './MarketPulse';
import { Part } from './Part';
import { Rail } from './Rail';
import { TickersAndIcos } from './TickersAndIcos';

const IndexCard = lazyPart(() => import('./belowFold'), 'IndexCard');
const Movers = lazyPart(() => import('./belowFold'), 'Movers');
const StockMap = lazyPart(() => import('./belowFold'), 'StockMap');

/** The welcome page: the introduction, the state of the market, lists and guides. */
export function Introduction() {
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  return (
    <>
      <Hero />
      {isPhone && (
        <Part className={classes.indices}>
          <IndexCard />
        </Part>
      )}
      <div className={classes.body}>
        <MarketPulse />
        {isWide && (
          <div className={classes.side}>
            <Part className={classes.map}>
              <StockMap />
            </Part>
            <Part className={classes.movers}>
              <Movers />
            </Part>
          </div>
        )}
        <MountWhenVisible waiting={<Skeleton height={isPhone ? '88.875rem' : '41.625rem'} radius="lg" />}>
          <div className={classes.columns}>
            <TickersAndIcos />
            <Rail />
          </div>
        </MountWhenVisible>
      </div>
    </>
  );
}
