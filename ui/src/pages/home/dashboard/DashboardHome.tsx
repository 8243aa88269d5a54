import { lazyPart, retryingLazy } from '~/components/layer/retryingLazy';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { Skeleton } from '~/components/Skeleton';
import { useIsPhone, useIsWide } from '~/hooks/useIsPhone';
import { ArchiveLine } from '../ArchiveLine';
import { FearGreedCard } from '../FearGreedCard';
import { Guides } from '../Guides';
import { Part } from '../Part';
import { IcoCounts } from '../Rail';
import { TickersAndIcos } from '../TickersAndIcos';
import { DashboardBar } from './DashboardBar';
import classes from './DashboardHome.module.css';
import { MarketState } from './MarketState';

const IndexCard = lazyPart(() => import('../belowFold'), 'IndexCard');
const Movers = lazyPart(() => import('../belowFold'), 'Movers');
const StockMap = lazyPart(() => import('../belowFold'), 'StockMap');
const OwnPanels = retryingLazy(() => import('./OwnPanels'));

/**
 * The home page of returning visitors: their own panels come first, then the market. Each figure appears only once, so the page lacks
 * the cards of the welcome page that would repeat the indices and the breadth.
 */
export function DashboardHome() {
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const indices = (
    <Part className={classes.indices}>
      <IndexCard />
    </Part>
  );
  return (
    <>
      {isPhone ? <MarketState /> : <DashboardBar />}
      <div className={classes.parts}>
        <Part className={classes.own}>
          <OwnPanels>{isPhone && indices}</OwnPanels>
        </Part>
        {!isPhone && indices}
        <FearGreedCard band />
        {isWide && (
          <Part className={classes.map}>
            <StockMap />
          </Part>
        )}
        <MountWhenVisible waiting={<Skeleton height={isPhone ? '120rem' : '60rem'} radius="lg" />}>
          <div className={classes.lists}>
            <TickersAndIcos />
            <div className={classes.rail}>
              <Part className={classes.movers}>
                <Movers dense />
              </Part>
              <IcoCounts />
            </div>
          </div>
          <Guides>
            <ArchiveLine />
          </Guides>
        </MountWhenVisible>
        {isPhone && <DashboardBar />}
      </div>
    </>
  );
}
