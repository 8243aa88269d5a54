import { GAUGE_LABELS, GAUGE_MARKS, gaugeTitle, gaugeTone, gaugeValue } from '~/market/fearGreed';
import classes from './FearGreed.module.css';

interface Props {
  /** 0 to 100; without a value the bar is at 50, gray and without a needle. */
  value: number | null | undefined;
  classification?: string;
  /** Outdated: drawn in gray. */
  old?: boolean;
  /** The labels below the bar; all five by default. */
  labels?: readonly string[];
}

/** The gauge: as wide as the value, with gaps at 20, 40, 60 and 80 and a needle (HOME-03). */
export function FearGreedGauge({ value, classification, old = false, labels = GAUGE_LABELS }: Props) {
  const shown = gaugeValue(value);
  const isUnknown = value === null || value === undefined;
  const current = classification && gaugeTitle(classification);
  return (
    <div>
      <div
        className={classes.track}
        role="meter"
        aria-label="Fear and greed"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
        aria-valuetext={
          isUnknown ? 'No reading' : current ? `${shown} of 100, ${current}` : `${shown} of 100`
        }
      >
        <div
          className={classes.bar}
          data-tone={old || isUnknown ? 'old' : gaugeTone(shown)}
          style={{ width: `${shown}%` }}
        />
        {GAUGE_MARKS.map((mark) => (
          <span key={mark} className={classes.gap} style={{ left: `${mark}%` }} />
        ))}
        {!isUnknown && <span className={classes.needle} style={{ left: `${shown}%` }} />}
      </div>
      <div className={`num ${classes.marks}`} aria-hidden="true">
        {GAUGE_MARKS.map((mark) => (
          <span key={mark} style={{ left: `${mark}%` }}>
            {mark}
          </span>
        ))}
      </div>
      <div className={classes.labels}>
        {labels.map((label) => (
          <span key={label} data-current={label === current || undefined}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
