import type { TickerStatus } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { formatRate } from '~/market/format';
import classes from './StatusPage.module.css';
import { histories, until } from './status';

/**
 * The number of complete price histories and when the rest will be complete; hidden if none is being fetched in parts.
 */
export function HistoryPanel({ tickers }: { tickers: readonly TickerStatus[] }) {
  const now = useMarketNow();
  const { completeCount, count, share, readyAt } = histories(tickers);
  if (count === 0) return null;
  return (
    <Panel title="History">
      <p className={classes.histories}>
        <strong className="num">{completeCount}</strong>{' '}
        {`of ${count} ${count === 1 ? 'history' : 'histories'} complete${readyAt ? `, the last ${until(readyAt, now)}` : ''}`}
      </p>
      <div
        className={classes.track}
        role="progressbar"
        aria-label="Histories fetched"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share)}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <p className={`num ${classes.progress}`}>
        <span>{completeCount === count ? 'Complete.' : 'Price history fetched'}</span>
        <span>{formatRate(share, 0)}</span>
      </p>
    </Panel>
  );
}
