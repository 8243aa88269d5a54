import { sessionLineQuery } from '~/api/queries';
import type { SessionLine, Ticker } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { pathsOf } from '~/chart/path';
import { useQuote } from '~/live/useQuote';
import { directionOf, formatPlainPrice } from '~/market/format';
import { formatTime } from '~/market/time';
import classes from './QuotePreview.module.css';

/** The drawing's units; the SVG is stretched to its box. */
const WIDTH = 240;
const HEIGHT = 90;
/** Margin for the stroke. */
const STROKE_MARGIN = 3;

interface Place {
  x: number;
  y: number;
}

/** The coordinates of a session's prices and the previous close; the future is left empty. */
function placed(line: Pick<SessionLine, 'points' | 'previousClose' | 'sessionStart' | 'sessionEnd'>): {
  points: Place[];
  close: number | null;
} {
  const start = Date.parse(line.sessionStart);
  const within = line.points.filter(({ timestamp }) => Date.parse(timestamp) >= start);
  const last = Date.parse(within.at(-1)?.timestamp ?? line.sessionStart);
  const length = Math.max(Date.parse(line.sessionEnd), last) - start;
  const values = within.map(({ price }) => price);
  const edges = line.previousClose === null ? values : [...values, line.previousClose];
  const [low, high] = [Math.min(...edges), Math.max(...edges)];
  const y = (value: number) =>
    high === low
      ? HEIGHT / 2
      : STROKE_MARGIN + (1 - (value - low) / (high - low)) * (HEIGHT - 2 * STROKE_MARGIN);
  return {
    points: within.map(({ timestamp, price }) => ({
      x: length > 0 ? ((Date.parse(timestamp) - start) / length) * WIDTH : 0,
      y: y(price),
    })),
    close: line.previousClose === null ? null : y(line.previousClose),
  };
}

/** A ticker's session from open to close, with the previous close. Keeps its height while loading. */
export function DayLine({ ticker }: { ticker: Ticker }) {
  const { data: line } = useQuery(sessionLineQuery(ticker.id));
  const change = useQuote(ticker, ({ change24h, move24h }) => change24h ?? move24h);
  if (!line || line.points.length < 2) return <div className={classes.line} />;
  const { points, close } = placed(line);
  const paths = pathsOf(points, HEIGHT);
  const end = points.at(-1) ?? { x: 0, y: 0 };
  const color = `var(--md-${directionOf(change) === 'down' ? 'down' : 'up'}-line)`;
  const time = (at: string) => formatTime(at, ticker.timeZone ?? undefined);
  return (
    <div className={classes.line} aria-hidden="true">
      <div className={classes.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={paths.area} fill={color} className={classes.area} />
          {close !== null && <line x1="0" x2={WIDTH} y1={close} y2={close} className={classes.close} />}
          <path d={paths.line} stroke={color} className={classes.stroke} />
        </svg>
        <span
          className={classes.now}
          style={{ left: `${(100 * end.x) / WIDTH}%`, top: `${(100 * end.y) / HEIGHT}%`, background: color }}
        />
      </div>
      <div className={`num ${classes.hours}`}>
        <span>{time(line.sessionStart)}</span>
        {line.previousClose !== null && (
          <span>Prev. close {formatPlainPrice(line.previousClose, ticker)}</span>
        )}
        <span>{time(line.sessionEnd)}</span>
      </div>
    </div>
  );
}
