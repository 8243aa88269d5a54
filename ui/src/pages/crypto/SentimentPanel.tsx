import { fearGreedQuery } from '~/api/queries';
import type { FearGreed } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { isOldReading, marketName } from '~/market/fearGreed';
import { FearGreedBadge } from '~/widgets/FearGreed/FearGreedBadge';
import { FearGreedGauge } from '~/widgets/FearGreed/FearGreedGauge';
import { FearGreedOrigin } from '~/widgets/FearGreed/FearGreedOrigin';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './CryptoPage.module.css';

/** CRYP-01: the fear and greed reading and its market. */
export function SentimentPanel() {
  const query = useQuery(fearGreedQuery);
  return (
    <Panel
      title="Market Sentiment"
      aside={
        <>
          {query.data && <strong className={classes.market}>{marketName(query.data.market, 'short')}</strong>}
          <SampleBadge shown={query.data?.isSample ?? false} />
        </>
      }
    >
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={150} />}
        errorText="Unable to load fear and greed index data."
      >
        {(reading) => <Reading reading={reading} />}
      </QueryState>
    </Panel>
  );
}

function Reading({ reading }: { reading: FearGreed }) {
  const value = Math.round(reading.value);
  const isOld = isOldReading(reading, useMarketNow());
  return (
    <>
      <p className={classes.reading}>
        <strong className={isOld ? 'num' : 'num type-large'}>{value}</strong>
        <FearGreedBadge reading={reading} />
      </p>
      <FearGreedGauge value={reading.value} old={isOld} />
      <FearGreedOrigin reading={reading} />
    </>
  );
}
