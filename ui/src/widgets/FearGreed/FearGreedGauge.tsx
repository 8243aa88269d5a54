import { GAUGE_BANDS, GAUGE_LIMITS, GAUGE_MARKS, gaugeBand, gaugeValue } from '~/market/fearGreed';
import classes from './FearGreed.module.css';

interface Props {
  /** 0 to 100; without a value the bar is at 50, gray and without a needle. */
  value: number | null | undefined;
  /** Outdated: drawn in gray. */
  old?: boolean;
  /** The bands with a label below the bar; all five by default. */
  labels?: readonly string[];
}

/** The gauge: as wide as the value, with a needle, a segment per band and numbers at 20, 40, 60 and 80 (HOME-03). */
export function FearGreedGauge({ value, old = false, labels }: Props) {
  const shown = gaugeValue(value);
  const isUnknown = value === null || value === undefined;
  const current = isUnknown ? undefined : gaugeBand(shown);
  return (
    <div>
      <div
        className={classes.track}
        role="meter"
        aria-label="Fear and greed"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
        aria-valuetext={current ? `${shown} of 100, ${current.title}` : 'No reading'}
      >
        <div
          className={classes.bar}
          data-tone={old || !current ? 'old' : current.tone}
          style={{ width: `${shown}%` }}
        />
        {GAUGE_LIMITS.map((limit) => (
          <span key={limit} className={classes.gap} style={{ left: `${limit}%` }} />
        ))}
        {current && <span className={classes.needle} style={{ left: `${shown}%` }} />}
      </div>
      <div className={`num ${classes.marks}`} aria-hidden="true">
        {GAUGE_MARKS.map((mark) => (
          <span key={mark} style={{ left: `${mark}%` }}>
            {mark}
          </span>
        ))}
      </div>
      <div className={classes.labels}>
        {GAUGE_BANDS.filter((band) => labels?.includes(band.title) ?? true).map((band) => (
          <span
            key={band.title}
            data-current={band === current || undefined}
            style={{ left: `${(band.from + band.to) / 2}%` }}
          >
            {band.title}
          </span>
        ))}
      </div>
    </div>
  );
}
