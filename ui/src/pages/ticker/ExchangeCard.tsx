import type { TickerDetail } from '~/api/types';
import { Panel } from '~/components/Panel';
import { exchangeState } from '~/market/session';
import {
  formatDayTime,
  formatSpan,
  formatTime,
  formatWeekday,
  formatWeekdayTime,
  ownZone,
  zoneCity,
} from '~/market/time';
import { Row } from './CardRow';
import classes from './ForeignCards.module.css';
import { openingOf } from './foreign';
import page from './TickerPage.module.css';

interface Props {
  /** The ticker as loaded, without live updates. */
  ticker: TickerDetail;
  now: number;
}

/** The exchange of a foreign stock: open or closed, until when, and both clocks. */
export function ExchangeCard({ ticker, now }: Props) {
  const { exchange, timeZone, session, schedule } = ticker;
  if (!schedule || !timeZone) return null;
  const city = zoneCity(timeZone);
  const { opensAt, closesAt, nextClosed, holidaysKnown } = schedule;
  const hasViewersClock = formatDayTime(now, timeZone) === formatDayTime(now);
  return (
    <Panel
      className={page.foreign}
      title={exchange ?? city}
      aside={
        <span className={classes.phase} data-session={session}>
          {exchangeState(session, schedule, now)}
        </span>
      }
    >
      {session === 'regular' ? (
        <UntilClose ticker={ticker} now={now} />
      ) : (
        <Opening ticker={ticker} now={now} />
      )}
      <dl className={classes.rows}>
        <Row name={city} value={formatDayTime(now, timeZone)} />
        {!hasViewersClock && (
          <>
            <Row name={`${zoneCity(ownZone())} (you)`} value={formatDayTime(now)} />
            <Row name="Hours, your time" value={`${formatTime(opensAt)} to ${formatTime(closesAt)}`} />
          </>
        )}
        <Row
          name="Next holiday"
          value={nextClosed && `${formatWeekday(nextClosed.date)}, ${nextClosed.name}`}
        />
        {!holidaysKnown && <Row name="Holidays" value="Not all known; regular hours shown" />}
      </dl>
    </Panel>
  );
}

/** Time until the close, and the elapsed fraction of the session. */
function UntilClose({ ticker: { schedule, timeZone }, now }: Props) {
  if (!schedule) return null;
  const [from, to] = [Date.parse(schedule.opensAt), Date.parse(schedule.closesAt)];
  const zone = timeZone ?? undefined;
  // Data loaded before the close doesn't apply to the next day.
  if (to <= now) return null;
  const passed = Math.min(100, Math.max(0, (100 * (now - from)) / (to - from)));
  return (
    <>
      <p className={classes.large}>
        <strong className="num">{formatSpan(to - now)}</strong> until the close
      </p>
      <div className={classes.track} aria-hidden="true">
        <span style={{ width: `${passed}%` }} />
      </div>
      <p className={`num ${classes.ends}`} aria-hidden="true">
        <span>{formatTime(from, zone)}</span>
        <span>{formatTime(to, zone)}</span>
      </p>
    </>
  );
}

function Opening({ ticker, now }: Props) {
  const opening = openingOf(ticker, now);
  if (!opening || !ticker.timeZone) return null;
  return (
    <p className={classes.large}>
      <strong className="num">Opens {formatWeekdayTime(opening, ticker.timeZone)}</strong> in{' '}
      {zoneCity(ticker.timeZone)}
    </p>
  );
}
