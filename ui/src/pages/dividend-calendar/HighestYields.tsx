import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { type Day, formatShortDay } from '~/market/day';
import { formatRate } from '~/market/format';
import { shortName } from '~/market/shortName';
import { paths } from '~/paths';
import classes from './DividendCalendarPage.module.css';
import { highestYields, type Payments, UPCOMING_DAYS } from './payments';

const SHOWN_COUNT = 6;

/** The highest yields of the coming days; nothing if no yield is known. */
export function HighestYields({ payments, today }: { payments: Payments; today: Day }) {
  const found = highestYields(payments, SHOWN_COUNT);
  if (found.length === 0) return null;
  return (
    <Panel title="Highest yields" aside={`next ${UPCOMING_DAYS} days`}>
      <ul className={classes.yields} aria-label="Highest yields">
        {found.map(({ id, symbol, name, exDate, yield: rate }) => (
          <li key={id}>
            <Link to={paths.ticker(symbol)} className="two-lines">
              <strong>{symbol}</strong>
              <span>{shortName(name)}</span>
            </Link>
            <span className="num">{formatShortDay(exDate, today)}</span>
            <b className="num">{formatRate(rate)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
