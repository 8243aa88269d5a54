import { Link } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { paths } from '~/paths';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Monogram } from '~/widgets/Monogram';
import { Spark } from '~/widgets/Spark';
import classes from './Trending.module.css';

/** The same list on a phone. */
export function TrendingCards({ rows }: { rows: TickerRow[] }) {
  return (
    <ul className={classes.cards} aria-label="Trending tickers">
      {rows.map((ticker) => (
        <li key={ticker.id}>
          <Link to={paths.ticker(ticker.symbol)} className={classes.card}>
            <Monogram of={ticker} size={40} />
            <span className={classes.words}>
              <strong>{ticker.symbol}</strong>
              <span>{ticker.name}</span>
            </span>
            <Spark points={ticker.spark} change={ticker.change7d} width={56} height={26} />
            <span className={classes.figures}>
              <LivePrice ticker={ticker} />
              <LiveChange ticker={ticker} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
