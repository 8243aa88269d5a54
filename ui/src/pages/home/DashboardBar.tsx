import { useIsPhone } from '~/hooks/useIsPhone';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './DashboardBar.module.css';
import { HomeLinks } from './HomeLinks';

/**
 * HOME-01 in one line, for returning visitors. On a phone, whose header has no search field, the search comes first.
 */
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
