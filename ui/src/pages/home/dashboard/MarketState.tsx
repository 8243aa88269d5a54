import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { ExchangeClock } from '~/widgets/ExchangeClock';
import { LiveDot } from '~/widgets/LiveDot';
import { SessionLine } from '~/widgets/SessionLine';
import classes from './MarketState.module.css';

/** The state of the live feed, the trading session and the exchange clock. Other pages show these in the price bar, which the dashboard lacks. */
export function MarketState() {
  const { data: config } = useQuery(configQuery);
  return (
    <div className={classes.state}>
      <LiveDot sample={config && config.market === 'sample'} terse />
      <SessionLine />
      <ExchangeClock />
    </div>
  );
}
