import type { ImportedBars } from '~/api/types';
import { Icon } from '~/components/Icon';
import { useMarketNow } from '~/live/useMarketNow';
import { formatNumber } from '~/market/format';
import { formatDate, formatRelative } from '~/market/time';
import classes from './ImportedNotice.module.css';

/** Notes that the history was imported from a file, and how far it reaches. */
export function ImportedNotice({ imported }: { imported: ImportedBars }) {
  const now = useMarketNow();
  const { file, bars, lastBar, at } = imported;
  return (
    <p className={classes.notice} role="note">
      <Icon name="info" size={16} />
      <span>
        Price history imported from <b>{file}</b> on {formatDate(at)}: {formatNumber(bars, 0)} bars
        {lastBar && `, the last one ${formatRelative(lastBar, now)}`}.
      </span>
    </p>
  );
}
