import { Guides } from './Guides';
import { Hero } from './Hero';
import classes from './HomePage.module.css';
import { MarketPulse } from './MarketPulse';
import { TickersAndIcos } from './TickersAndIcos';

/** The home page. */
export default function HomePage() {
  return (
    <div className={`container ${classes.page}`}>
      <Hero />
      <MarketPulse />
      <div className={classes.columns}>
        <TickersAndIcos />
        <Guides />
      </div>
    </div>
  );
}
