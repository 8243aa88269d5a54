import type { FearGreed } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { gaugeBand, isOldReading } from '~/market/fearGreed';
import classes from './FearGreed.module.css';

/** The band of a reading as a badge in the gauge's color. */
export function FearGreedBadge({ reading }: { reading: FearGreed }) {
  const { title, tone } = gaugeBand(reading.value);
  const isOld = isOldReading(reading, useMarketNow());
  return (
    <span className={classes.badge} data-tone={isOld ? 'old' : tone}>
      {title}
    </span>
  );
}
