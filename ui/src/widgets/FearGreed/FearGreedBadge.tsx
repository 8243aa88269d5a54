import type { FearGreed } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { gaugeTitle, isOldReading, wordTone } from '~/market/fearGreed';
import classes from './FearGreed.module.css';

/** The classification as a badge in the gauge's color. */
export function FearGreedBadge({ reading }: { reading: FearGreed }) {
  const { value, classification } = reading;
  const isOld = isOldReading(reading, useMarketNow());
  return (
    <span className={classes.badge} data-tone={isOld ? 'old' : wordTone(classification, value)}>
      {gaugeTitle(classification)}
    </span>
  );
}
