import { gaugeTitle, gaugeTone } from '~/market/fearGreed';
import classes from './FearGreed.module.css';

/** The classification as a soft badge in the gauge's tone. */
export function FearGreedBadge({ value, classification }: { value: number; classification: string }) {
  return (
    <span className={classes.badge} data-tone={gaugeTone(value)}>
      {gaugeTitle(classification)}
    </span>
  );
}
