import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './Hero.module.css';
import { HomeLinks } from './HomeLinks';
import { SessionInstrument } from './SessionInstrument';

/** HOME-01: the introduction, the search, and today's S&P 500 session at its side. */
export function Hero() {
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <h1 className="type-page">Investment Intelligence Platform</h1>
        <p>Get comprehensive insights for stocks, ETFs, cryptocurrencies, and ICOs all in one place</p>
        <div className={classes.start}>
          <TickerSearch />
          <div className={classes.links}>
            <HomeLinks />
          </div>
        </div>
      </div>
      <SessionInstrument />
    </div>
  );
}
