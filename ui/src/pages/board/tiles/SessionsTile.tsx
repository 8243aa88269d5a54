import { exchangeSessionsQuery } from '~/api/queries';
import type { ExchangeSessions } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { fractionOfDay, openHoursOf } from '~/market/exchangeClock';
import { formatClock, formatTime, formatWhen } from '~/market/time';
import { TileFrame } from '../TileFrame';
import { useResponseAge } from '../tileAges';
import classes from './SessionsTile.module.css';
import { type ExchangeState, stateOf } from './sessions';

const HOURLY_MS = 3_600_000;
/** Hours labeled below the lanes. */
const HOURS = [6, 12, 18];

/** The viewer's day with the hours of each exchange and a needle at the current time. */
export function SessionsTile() {
  const { data, dataUpdatedAt } = useQuery(exchangeSessionsQuery);
  const now = useMarketNow();
  const age = useResponseAge(dataUpdatedAt, HOURLY_MS);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  return (
    <TileFrame
      title="Sessions"
      note={<b className={`num ${classes.clock}`}>{formatClock(now)}</b>}
      age={age}
      isLoading={!data}
    >
      <div className={classes.lanes} data-aged>
        <ul>
          {data?.map((exchange) => (
            <Lane key={exchange.name} exchange={exchange} midnight={midnight} now={now} />
          ))}
          <li className={classes.lane} data-open>
            <span>Crypto</span>
            <span className={classes.track}>
              <i style={{ left: 0, width: '100%' }} />
            </span>
            <span className={classes.state}>Always open</span>
          </li>
        </ul>
        <div className={classes.time} aria-hidden="true">
          <span className={classes.needle} style={{ left: `${100 * fractionOfDay(now, midnight)}%` }} />
          {HOURS.map((hour) => {
            const time = new Date(midnight).setHours(hour);
            return (
              <small key={hour} style={{ left: `${100 * fractionOfDay(time, midnight)}%` }}>
                {formatTime(time).replace(':00', '')}
              </small>
            );
          })}
        </div>
      </div>
    </TileFrame>
  );
}

function Lane({ exchange, midnight, now }: { exchange: ExchangeSessions; midnight: number; now: number }) {
  const state = stateOf(exchange, now);
  return (
    <li className={classes.lane} data-open={state.open || undefined}>
      <span>{exchange.name}</span>
      <span className={classes.track}>
        {openHoursOf(exchange, midnight).map(({ from, to }) => (
          <i key={from} style={{ left: `${100 * from}%`, width: `${100 * (to - from)}%` }} />
        ))}
      </span>
      <span className={classes.state}>{changeText(state, now)}</span>
    </li>
  );
}

/** 'Closes in 1 h 28 min', 'Closed at 11:30 AM', 'Opens in 4 h 28 min'. */
function changeText({ change }: ExchangeState, now: number): string {
  if (!change) return 'Closed';
  if (change.kind === 'closed') return `Closed at ${formatTime(change.at)}`;
  return `${change.kind === 'opens' ? 'Opens' : 'Closes'} ${formatWhen(change.at, now)}`;
}
