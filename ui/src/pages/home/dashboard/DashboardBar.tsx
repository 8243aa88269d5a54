import { useIsPhone } from '~/hooks/useIsPhone';
import { HomeLinks } from '../HomeLinks';
import classes from './DashboardBar.module.css';
import { MarketState } from './MarketState';

/** HOME-01 in one low row, for returning visitors. On a phone it is at the end of the page, without the state of the market. */
export function DashboardBar() {
  const isPhone = useIsPhone();
  return (
    <div className={classes.bar}>
      <div className={classes.words}>
        <h1>Investment Intelligence Platform</h1>
        <p>Get comprehensive insights for stocks, ETFs, cryptocurrencies, and ICOs all in one place</p>
      </div>
      {!isPhone && <MarketState />}
      <div className={classes.links}>
        <HomeLinks />
      </div>
    </div>
  );
}
