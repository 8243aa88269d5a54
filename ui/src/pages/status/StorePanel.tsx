import type { ServerStatus } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { formatNumber, UNKNOWN } from '~/market/format';
import { formatSpan } from '~/market/time';
import { Facts } from './Facts';
import classes from './StatusPage.module.css';
import { ago, formatBytes } from './status';

interface Props {
  store: ServerStatus['store'];
  /** Updates waiting to be merged. */
  queued: number;
  /** True in the wide column. */
  paired: boolean;
}

/** Shows whether received data and user data are saved. */
export function StorePanel({ store, queued, paired }: Props) {
  const now = useMarketNow();
  const { writable, problem, lastSavedAt, unsavedSeconds, refusedRows, bytes, freeBytes } = store;
  return (
    <Panel title="Store">
      {problem && <p className={classes.problem}>{problem}</p>}
      <Facts
        paired={paired}
        facts={[
          ['Saving', writable ? 'Works' : 'Fails'],
          ['Last saved', lastSavedAt ? ago(lastSavedAt, now) : UNKNOWN],
          ['Waiting to be saved', unsavedSeconds ? `for ${formatSpan(unsavedSeconds * 1000)}` : 'Nothing'],
          ['Bars rejected', refusedRows ? `${formatNumber(refusedRows, 0)}, requested again` : 'None'],
          ['Updates in the queue', formatNumber(queued, 0)],
          ['Database size', formatBytes(bytes)],
          ['Free disk space', formatBytes(freeBytes ?? null)],
        ]}
      />
    </Panel>
  );
}
