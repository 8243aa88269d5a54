import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { formatClock } from '~/market/time';
import { CurrentTime } from '~/widgets/CurrentTime';
import { LiveDot } from '~/widgets/LiveDot';
import { FearGreedCard } from './FearGreedCard';
import { HighlightCard } from './HighlightCard';
import classes from './MarketPulse.module.css';
import { OverviewCard } from './OverviewCard';

/** HOME-02: three cards on the state of the market. */
export function MarketPulse() {
  const { data: config } = useQuery(configQuery);
  const now = useMarketNow();
  return (
    <section className={classes.pulse} aria-labelledby="market-pulse">
      <div className={classes.heading}>
        <h2 id="market-pulse">Market Pulse</h2>
        <span className={classes.state}>
          <LiveDot sample={config && config.market === 'sample'} terse />
          <CurrentTime className="num">{formatClock(now)}</CurrentTime>
        </span>
      </div>
      <div className={classes.cards}>
        <FearGreedCard />
        <OverviewCard />
        <HighlightCard />
      </div>
    </section>
  );
}
