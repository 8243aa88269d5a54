import { exchangeSessionsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { exchangeClock } from '~/market/exchangeClock';
import classes from './ExchangeClock.module.css';

/**
 * A timeline of today in the user's time zone, with the trading hours of Tokyo, London, New York and crypto, and a needle at the current
 * time.
 */
export function ExchangeClock() {
  const { data: exchanges } = useQuery(exchangeSessionsQuery);
  const time = useMarketNow();
  if (!exchanges) return null;
  const { lanes, now } = exchangeClock(exchanges, time);
  const description = lanes.map((lane) => lane.text).join(', ');
  return (
    <>
      <span className={classes.label} aria-hidden="true">
        Sessions
      </span>
      <span className={classes.clock} role="img" aria-label={description} title={description}>
        {lanes.map(({ name, open, openHours }) => (
          <span key={name} className={classes.lane} data-open={open || undefined}>
            {openHours.map(({ from, to }) => (
              <span key={from} style={{ left: `${100 * from}%`, right: `${100 - 100 * to}%` }} />
            ))}
          </span>
        ))}
        <span className={classes.needle} style={{ left: `${100 * now}%` }} />
      </span>
    </>
  );
}
