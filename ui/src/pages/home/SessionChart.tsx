import { useMemo, useState } from 'react';
import type { OverviewItem, SessionLine } from '~/api/types';
import { yOf } from '~/chart/frame';
import { pathsOf } from '~/chart/path';
import { rangeOf } from '~/chart/scale';
import { type ChartSeries, STEPS, seriesBySession, withLiveEnd } from '~/chart/series';
import { rememberedTimeTicks } from '~/chart/timeTicks';
import { shareOf, wholeOf } from '~/chart/viewport';
import { EXCHANGE_ZONE } from '~/market/day';
import { directionOf, formatNumber, formatPercent } from '~/market/format';
import classes from './SessionInstrument.module.css';

/** About how wide the plot is, in rem: it decides how many hours are named. */
const PLOT_WIDTH = 25;

interface Props {
  line: SessionLine;
  live: OverviewItem;
}

/** The session as drawn: its points so far, ending in the live price while the session lasts. */
function useSession(line: SessionLine, { price, updatedAt }: OverviewItem): ChartSeries {
  const loaded = useMemo(() => seriesBySession(line.points, line), [line]);
  return useMemo(() => {
    // What moves after the session is not part of it.
    const within = loaded.span !== null && Date.parse(updatedAt ?? '') <= loaded.span.end;
    return within ? withLiveEnd(loaded, { price, updatedAt }, STEPS['1D'], EXCHANGE_ZONE) : loaded;
  }, [loaded, price, updatedAt]);
}

/**
 * A day's line over its whole session, with the close before it. An SVG drawn with the chart's own scale and
 * marks of time: chart.js would be a quarter of the home page's code, for one line.
 */
export function SessionChart({ line, live }: Props) {
  const series = useSession(line, live);
  const close = line.previousClose ?? null;
  const { points, end, span } = series;
  const [ticksOf] = useState(rememberedTimeTicks);
  const ticks = ticksOf(series, '1D', PLOT_WIDTH);
  if (!span || points.length < 2) return null;
  const view = wholeOf(end);
  const range = rangeOf([points.map(({ price }) => price), [close]]);
  const drawn = points.map(({ x, price }) => ({ x: 100 * shareOf(x, view), y: yOf(price, range, 100) }));
  const paths = pathsOf(drawn, 100);
  const last = drawn.at(-1) ?? { x: 0, y: 0 };
  const closeY = close === null ? null : yOf(close, range, 100);
  const colour = `var(--md-${directionOf(live.change) === 'down' ? 'down' : 'up'}-line)`;
  return (
    <>
      <div
        className={classes.plot}
        role="img"
        aria-label={`${line.name} at ${formatNumber(live.price)}, ${formatPercent(live.change)} against the close of ${formatNumber(close)}`}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id="session-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={colour} stopOpacity="0.2" />
            <stop offset="1" stopColor={colour} stopOpacity="0" />
          </linearGradient>
          {closeY !== null && <line x1="0" x2="100" y1={closeY} y2={closeY} className={classes.close} />}
          <path d={paths.area} fill="url(#session-fill)" />
          <path d={paths.line} className={classes.line} stroke={colour} />
        </svg>
        <span
          className={classes.now}
          style={{ left: `${last.x}%`, top: `${last.y}%`, background: colour, color: colour }}
        />
        {closeY !== null && (
          <span
            className={`num ${classes.closeTag}`}
            style={{ top: `${closeY}%` }}
            data-below={closeY < 20 || undefined}
          >
            Close {formatNumber(close)}
          </span>
        )}
      </div>
      <div className={`num ${classes.axis}`} aria-hidden="true">
        {ticks.map(({ x, label }) => {
          const share = shareOf(x, view);
          return (
            <span key={x} style={{ left: `${100 * share}%` }} data-edge={share > 0.95 || undefined}>
              {label}
            </span>
          );
        })}
      </div>
    </>
  );
}
