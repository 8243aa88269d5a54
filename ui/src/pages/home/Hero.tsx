import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './Hero.module.css';
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
          <Button
            component={Link}
            to={paths.stockAnalysis}
            variant="default"
            leftSection={<Icon name="chart" size={16} />}
          >
            Explore Markets
          </Button>
          <Button
            component={Link}
            to={paths.cryptoTracker}
            variant="default"
            leftSection={<Icon name="bolt" size={16} />}
          >
            View Trending
          </Button>
        </div>
      </div>
      <SessionInstrument />
    </div>
  );
}
