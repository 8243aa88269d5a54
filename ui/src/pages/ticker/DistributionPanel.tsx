import { dividendsQuery } from '~/api/queries';
import type { Dividend, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useDerived } from '~/live/useQuote';
import {
  annualDistribution,
  annualizedYield,
  frequencyName,
  maxYield,
  newestFirst,
  payoutCurrency,
} from '~/market/dividends';
import { formatPrice, formatRate } from '~/market/format';
import { SampleBadge } from '~/widgets/SampleBadge';
import { Stat, Stats } from './Stats';
import classes from './Stats.module.css';
import page from './TickerPage.module.css';

/** TICK-05: the distributions of a fund. */
export default function DistributionPanel({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery(dividendsQuery(ticker.id));
  return (
    <Panel
      className={page.distribution}
      title="ETF Distribution Details"
      aside={<SampleBadge shown={ticker.isSample} />}
    >
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={64} />}
        emptyText="No ETF distribution data available."
      >
        {(rows) => <Distribution ticker={ticker} rows={newestFirst(rows)} />}
      </QueryState>
    </Panel>
  );
}

function Distribution({ ticker, rows }: { ticker: TickerDetail; rows: Dividend[] }) {
  const price = useDerived(ticker, (quote) => quote.price);
  const hasProjected = rows.some((row) => row.isProjected);
  return (
    <>
      <Stats>
        <Stat name="Distribution frequency" value={frequencyName(rows[0]?.frequency ?? null)} />
        <Stat name="Max distribution yield" value={formatRate(maxYield(rows))} />
        <Stat name="Annualized yield" value={formatRate(annualizedYield(rows, { ...ticker, price }))} />
        <Stat
          name="Annual distribution"
          value={formatPrice(annualDistribution(rows), ticker.decimals, { currency: payoutCurrency(rows) })}
        />
      </Stats>
      {hasProjected && <p className={classes.note}>* Includes projected future distributions</p>}
    </>
  );
}
