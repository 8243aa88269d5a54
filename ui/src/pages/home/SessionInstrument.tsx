import { useQuery } from '@tanstack/react-query';
import { overviewQuery, sessionLineQuery } from '~/api/queries';
import type { OverviewItem, SessionLine } from '~/api/types';
import { sessionGeometry } from '~/chart/sessionGeometry';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useLiveOverview } from '~/live/useLiveQuote';
import { useMarketDay } from '~/live/useMarketDay';
import { dayOf, EXCHANGE_ZONE, formatWeekdayName } from '~/market/day';
import { directionOf, formatNumber, formatPercent } from '~/market/format';
import { formatTime } from '~/market/time';
import { Change } from '~/widgets/Change';
import classes from './SessionInstrument.module.css';

const SYMBOL = '^GSPC';

/** The S&P 500's session as an instrument: it stops at now and leaves the rest of the day empty. */
export function SessionInstrument() {
  const phone = useIsPhone();
  const overview = useQuery(overviewQuery);
  const item = overview.data?.find(({ symbol }) => symbol === SYMBOL);
  const line = useQuery({ ...sessionLineQuery(item?.id ?? 0), enabled: !!item && !phone });
  if (phone) return null;
  if (item && line.data) return <Instrument line={line.data} item={item} />;
  return overview.isLoading || line.isLoading ? <BlockSkeleton height={230} /> : <div />;
}

/** 'today', or the weekday of the last session: on a Sunday that is Friday. */
function useDayName(sessionStart: string): string {
  const today = useMarketDay(EXCHANGE_ZONE);
  const day = dayOf(sessionStart, EXCHANGE_ZONE);
  return day === (today ?? day) ? 'today' : formatWeekdayName(day);
}

function Instrument({ line, item }: { line: SessionLine; item: OverviewItem }) {
  const { price, change, updatedAt } = useLiveOverview(item);
  const day = useDayName(line.sessionStart);
  const newest = price !== null && updatedAt ? { at: Date.parse(updatedAt), price } : undefined;
  const drawing = sessionGeometry(line, newest);
  const colour = `var(--md-${directionOf(change) === 'down' ? 'down' : 'up'}-line)`;
  return (
    <section className={classes.instrument} aria-label={`${line.name} ${day}`}>
      <p className={classes.title}>
        <strong>{line.name}</strong> {day}
      </p>
      <div className={classes.figures}>
        <span className={`num ${classes.level}`}>{formatNumber(price)}</span>
        <Change value={change} />
      </div>
      {drawing && (
        <div
          className={classes.plot}
          role="img"
          aria-label={`${line.name} at ${formatNumber(price)}, ${formatPercent(change)} against the close of ${formatNumber(line.previousClose)}`}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <linearGradient id="session-fill" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor={colour} stopOpacity="0.2" />
              <stop offset="1" stopColor={colour} stopOpacity="0" />
            </linearGradient>
            {drawing.closeY !== null && (
              <line x1="0" x2="100" y1={drawing.closeY} y2={drawing.closeY} className={classes.close} />
            )}
            <path d={drawing.area} fill="url(#session-fill)" />
            <path d={drawing.line} className={classes.line} stroke={colour} />
          </svg>
          <span
            className={classes.now}
            style={{
              left: `${drawing.last.x}%`,
              top: `${drawing.last.y}%`,
              background: colour,
              color: colour,
            }}
          />
          {drawing.closeY !== null && (
            <span
              className={`num ${classes.closeTag}`}
              style={{ top: `${drawing.closeY}%` }}
              data-below={drawing.closeY < 20 || undefined}
            >
              Close {formatNumber(line.previousClose)}
            </span>
          )}
        </div>
      )}
      {drawing && (
        <div className={`num ${classes.axis}`} aria-hidden="true">
          {drawing.ticks.map((tick, index) => (
            <span
              key={tick.at}
              style={{ left: `${tick.x}%` }}
              data-edge={index === 0 ? 'start' : index === drawing.ticks.length - 1 ? 'end' : undefined}
            >
              {index === 0 || index === drawing.ticks.length - 1
                ? formatTime(tick.at)
                : formatTime(tick.at).replace(/ [AP]M$/, '')}
            </span>
          ))}
        </div>
      )}
    </section>
  );
}
