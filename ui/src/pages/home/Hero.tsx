import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './Hero.module.css';
import { HomeLinks } from './HomeLinks';
import { SessionInstrument } from './SessionInstrument';

/** HOME-01: what this is, the search, and the day so far at its side. */
export function Hero() {
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <h1 className="type-h1">Investment Intelligence Platform</h1>
        <p>Get comprehensive insights for stocks, ETFs, cryptocurrencies, and ICOs all in one place</p>
        <TickerSearch />
        <div className={classes.links}>
          <HomeLinks />
        </div>
      </div>
      <SessionInstrument />
    </div>
  );
}
