import classes from './Chart.module.css';
import { END_ROOM, type TimeTick } from './timeTicks';

interface Props {
  ticks: readonly TimeTick[];
  /** The right end of the axis, in the unit of the ticks. */
  end: number;
  /** Width of the plot in px. */
  width: number;
  crosshair: { x: number; label: string } | null;
}

/** Half of the widest tag, and the room a label takes, in px. */
const TAG_HALF = 82;
const LABEL = 72;

/** The time axis: true dates, and the tag of the crosshair, which hides the labels it would cover. */
export function TimeAxis({ ticks, end, width, crosshair }: Props) {
  const toPx = (x: number) => (x / end) * width;
  const tagAt =
    crosshair && Math.min(Math.max(toPx(crosshair.x), TAG_HALF), Math.max(TAG_HALF, width - TAG_HALF));
  const covered = (x: number) =>
    tagAt !== null && toPx(x) + LABEL > tagAt - TAG_HALF && toPx(x) < tagAt + TAG_HALF;
  return (
    <div className={classes.times}>
      {ticks.map(({ x, label }) => (
        <span
          key={x}
          className={classes.time}
          data-end={toPx(x) > width - END_ROOM || undefined}
          style={{ left: `${(100 * x) / end}%` }}
        >
          {!covered(x) && label}
        </span>
      ))}
      {crosshair && (
        <span className={`num ${classes.timeTag}`} style={{ left: `${tagAt}px` }}>
          {crosshair.label}
        </span>
      )}
    </div>
  );
}
