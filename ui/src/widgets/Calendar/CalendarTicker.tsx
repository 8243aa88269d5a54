import type { TickerType } from '~/api/types';
import { Link } from '~/components/Link';
import { paths } from '~/paths';
import { TickerLogo } from '~/widgets/TickerLogo';
import { RowStar } from '~/widgets/WatchStar';
import classes from './CalendarTicker.module.css';

interface Props {
  id: number;
  symbol: string;
  name: string;
  type: TickerType;
}

/** The ticker of an event: the row's link with its star. */
export function CalendarTicker({ id, symbol, name, type }: Props) {
  return (
    <span className={classes.named}>
      <RowStar ticker={{ id, symbol }} />
      <Link to={paths.ticker(symbol)} className="row-name">
        <TickerLogo of={{ symbol, type }} />
        <span className="two-lines">
          <strong>{symbol}</strong>
          <span>{name}</span>
        </span>
      </Link>
    </span>
  );
}
