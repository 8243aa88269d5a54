import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useQuotes } from '~/live/useQuotes';
import { formatMarketCap, formatRate } from '~/market/format';
import { Change } from '~/widgets/Change';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './CryptoTracker.module.css';
import { totals } from './ranking';

/** CTRK-01: three live figures of the whole market, each with a reference. */
export function TotalCards({ rows }: { rows: readonly TickerRow[] }) {
  const { currency, marketCap, change24h, volume, dominance, counted } = totals(useQuotes(rows));
  const badge = <SampleBadge shown={rows.some(({ isSample }) => isSample)} />;
  return (
    <div className={classes.cards}>
      <Panel title="Total Market Cap" aside={badge}>
        <p className={`num ${classes.total}`}>{formatMarketCap(marketCap || null, { currency })}</p>
        <p className={classes.note}>{counted} tracked coins</p>
        <p className={classes.beside}>
          <Change value={change24h} /> <small>24h</small>
        </p>
      </Panel>
      <Panel title="24h Volume" aside={badge}>
        <p className={`num ${classes.total}`}>{formatMarketCap(volume || null, { currency })}</p>
        <p className={classes.note}>last 24 hours</p>
        {marketCap > 0 && (
          <p className={`num ${classes.beside}`}>
            {formatRate((100 * volume) / marketCap, 1)} <small>of market cap</small>
          </p>
        )}
      </Panel>
      <Panel title="Bitcoin Dominance" aside={badge}>
        <p className={`num ${classes.total}`}>{dominance === null ? 'N/A' : formatRate(dominance, 1)}</p>
        <p className={classes.note}>of the total market cap</p>
        <p className={classes.share} aria-hidden="true">
          <span style={{ width: `${dominance ?? 0}%` }} />
        </p>
      </Panel>
    </div>
  );
}
