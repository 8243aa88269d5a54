import { useTurn } from '~/hooks/useTurn';
import { SearchOutline } from '~/widgets/TickerSearch/SearchOutline';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './Hero.module.css';
import { HomeLinks } from './HomeLinks';
import { SessionInstrument } from './SessionInstrument';

/** HOME-01: what this is, the search, and the day so far at its side. */
export function Hero() {
  const isTurn = useTurn(true);
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <h1 className="type-h1">Investment Intelligence Platform</h1>
        <p>Get comprehensive insights for stocks, ETFs, cryptocurrencies, and ICOs all in one place</p>
        {isTurn ? <TickerSearch /> : <SearchOutline />}
        <div className={classes.links}>
          <HomeLinks />
        </div>
      </div>
      <SessionInstrument />
    </div>
  );
}
