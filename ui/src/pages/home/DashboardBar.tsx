import { useIsPhone } from '~/hooks/useIsPhone';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './DashboardBar.module.css';
import { HomeLinks } from './HomeLinks';

/** HOME-01 in one line, once a person knows what this is. A phone, whose header has no field, begins with the search. */
export function DashboardBar() {
  return (
    <div className={classes.bar}>
      {useIsPhone() && <TickerSearch />}
      <div className={classes.words}>
        <h1>Investment Intelligence Platform</h1>
        <p>Get comprehensive insights for stocks, ETFs, cryptocurrencies, and ICOs all in one place</p>
      </div>
      <div className={classes.links}>
        <HomeLinks />
      </div>
    </div>
  );
}
