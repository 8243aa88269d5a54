import { useState } from 'react';
import type { OverviewItem, SessionLine } from '~/api/types';
import { memoizedTimeTicks } from '~/chart/timeTicks';
import { fractionOf } from '~/chart/viewport';
import { formatNumber, formatPercent } from '~/market/format';
import classes from './SessionInstrument.module.css';
import { useSessionDrawing } from './useSessionDrawing';

/** Approximate plot width in rem; determines how many hours are labeled. */
const PLOT_WIDTH = 25;

interface Props {
  line: SessionLine;
  live: OverviewItem;
}

/**
 * The session's line and the previous close, as an SVG with the chart's scale and time marks: for one line, chart.js
 * would be a quarter of the home page's code.
 */
export function SessionChart({ line, live }: Props) {
  const drawing = useSessionDrawing(line, live);
  const [ticksOf] = useState(memoizedTimeTicks);
  if (!drawing) return null;
  const { series, view, close, paths, last, closeY, label, color } = drawing;
  const ticks = ticksOf(series, '1D', PLOT_WIDTH);
  return (
    <>
      <div
        className={classes.plot}
        role="img"
        aria-label={`${line.name} at ${formatNumber(live.price)}, ${formatPercent(live.change)} vs. the previous close of ${formatNumber(close)}`}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id="session-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={color} stopOpacity="0.2" />
            <stop offset="1" stopColor={color} stopOpacity="0" />
          </linearGradient>
          {closeY !== null && <line x1="0" x2="100" y1={closeY} y2={closeY} className={classes.close} />}
          <path d={paths.area} fill="url(#session-fill)" />
          <path d={paths.line} className={classes.line} stroke={color} />
        </svg>
        <span
          className={classes.now}
          style={{ left: `${last.x}%`, top: `${last.y}%`, background: color, color: color }}
        />
        {label && (
          <span
            className={`num ${classes.closeTag}`}
            style={{ top: `${closeY}%`, [label.side]: 0 }}
            data-below={label.below || undefined}
          >
            Previous close {formatNumber(close)}
          </span>
        )}
      </div>
      <div className={`num ${classes.axis}`} aria-hidden="true">
        {ticks.map(({ x, label }) => {
          const fraction = fractionOf(x, view);
          return (
            <span key={x} style={{ left: `${100 * fraction}%` }} data-edge={fraction > 0.95 || undefined}>
              {label}
            </span>
          );
        })}
      </div>
    </>
  );
}
