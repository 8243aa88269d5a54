import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useQuotes } from '~/live/useQuotes';
import { formatDollarVolume, formatMarketCap, formatRate } from '~/market/format';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './CryptoTracker.module.css';
import { totals } from './ranking';

/** CTRK-01: three figures of the whole market, live. */
export function TotalCards({ rows }: { rows: readonly TickerRow[] }) {
  const { marketCap, volume, dominance, counted } = totals(useQuotes(rows));
  const badge = <SampleBadge shown={rows.some(({ isSample }) => isSample)} />;
  const over = `of ${counted} tracked coins`;
  return (
    <div className={classes.cards}>
      <Panel title="Total Market Cap" aside={badge}>
        <p className={`num ${classes.total}`}>{formatMarketCap(marketCap || null)}</p>
        <p className={classes.note}>{over}</p>
      </Panel>
      <Panel title="24h Volume" aside={badge}>
        <p className={`num ${classes.total}`}>{formatDollarVolume(volume || null)}</p>
        <p className={classes.note}>last 24 hours</p>
      </Panel>
      <Panel title="Bitcoin Dominance" aside={badge}>
        <p className={`num ${classes.total}`}>{dominance === null ? 'N/A' : formatRate(dominance, 1)}</p>
        <p className={classes.note}>BTC share {over}</p>
      </Panel>
    </div>
  );
}
