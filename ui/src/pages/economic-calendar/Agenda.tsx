import type { EconomicDate } from '~/api/types';
import { useIsPhone } from '~/hooks/useIsPhone';
import { type Day, daysAwayText, formatShortDay, formatWeekdayName } from '~/market/day';
import { formatPercent, UNKNOWN } from '~/market/format';
import classes from './Agenda.module.css';
import type { ReleaseDay } from './dates';
import { ImpactMark } from './ImpactMark';
import { linesOf, type Reaction, timeText } from './lines';
import { impactOf } from './releases';

interface Props {
  today: Day;
  /** The days from the first one on, ascending. */
  ahead: readonly ReleaseDay[];
  /** The days before it, newest first. */
  past: readonly ReleaseDay[];
  reactionOf: (release: EconomicDate) => Reaction;
}

/** Releases grouped by day, with a line per figure. */
export function Agenda({ today, ahead, past, reactionOf }: Props) {
  const isPhone = useIsPhone();
  const columnCount = isPhone ? 3 : 5;
  const groups = (days: readonly ReleaseDay[]) =>
    days.map(({ day, releases }) => (
      <tbody key={day}>
        <tr className={classes.day}>
          <th scope="rowgroup" colSpan={columnCount}>
            {formatShortDay(day, today)} <span>{formatWeekdayName(day)}</span>{' '}
            <span>{daysAwayText(day, today)}</span>
          </th>
        </tr>
        {releases.map((release) => (
          <Release key={release.id} release={release} reaction={reactionOf(release)} isPhone={isPhone} />
        ))}
      </tbody>
    ));
  return (
    <table className={classes.agenda} aria-label="Economic releases">
      <thead>
        <tr>
          {!isPhone && <th scope="col">Time (New York)</th>}
          {!isPhone && <th scope="col">Event</th>}
          <th scope="col">{isPhone ? 'Event' : 'Figure'}</th>
          <th scope="col">Actual</th>
          <th scope="col">Previous</th>
        </tr>
      </thead>
      {groups(ahead)}
      {past.length > 0 && (
        <tbody>
          <tr className={classes.earlier}>
            <th scope="rowgroup" colSpan={columnCount}>
              Earlier
            </th>
          </tr>
        </tbody>
      )}
      {groups(past)}
    </table>
  );
}

interface ReleaseProps {
  release: EconomicDate;
  reaction: Reaction;
  isPhone: boolean;
}

function Release({ release, reaction, isPhone }: ReleaseProps) {
  const lines = linesOf(release);
  const time = <td rowSpan={isPhone ? 1 : lines.length}>{timeText(release)}</td>;
  const name = (
    <th scope="row" rowSpan={isPhone ? 1 : lines.length} colSpan={isPhone ? 2 : 1}>
      {impactOf(release) && <ImpactMark impact={impactOf(release)} />} <strong>{release.name}</strong>
      <span className={classes.period}>{release.period}</span>
      <MarketReaction {...reaction} />
    </th>
  );
  return (
    <>
      {isPhone && (
        <tr className={classes.release}>
          {name}
          {time}
        </tr>
      )}
      {lines.map((line, index) => (
        <tr key={line.id} className={index === 0 && !isPhone ? classes.release : undefined}>
          {index === 0 && !isPhone && time}
          {index === 0 && !isPhone && name}
          <td className={classes.figure}>{line.name}</td>
          <td className={classes.actual} data-none={line.actual === UNKNOWN || undefined}>
            {line.actual}
          </td>
          <td>{line.previous}</td>
        </tr>
      ))}
    </>
  );
}

/** How the market moved on the day of the release, or of the previous one. */
function MarketReaction({ move, lastMove }: Reaction) {
  if (move === undefined && lastMove === undefined) return null;
  return (
    <span className={`num ${classes.reaction}`}>
      {move === undefined
        ? `S&P 500 last time: ${formatPercent(lastMove)}`
        : `S&P 500 on the day: ${formatPercent(move)}`}
    </span>
  );
}
