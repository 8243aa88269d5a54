import { useQuery } from '@tanstack/react-query';
import { ApiError } from '~/api/client';
import { fearGreedQuery } from '~/api/queries';
import type { FearGreed } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { UNKNOWN } from '~/market/format';
import { FearGreedBadge } from '~/widgets/FearGreed/FearGreedBadge';
import { FearGreedGauge } from '~/widgets/FearGreed/FearGreedGauge';
import { FearGreedOrigin } from '~/widgets/FearGreed/FearGreedOrigin';
import classes from './FearGreedCard.module.css';

/** HOME-03. Without a reading the bar stands at 50 and says that none is there. */
export function FearGreedCard() {
  const query = useQuery(fearGreedQuery);
  const { data, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Panel
      title="Fear & Greed Index"
      aside={data && <FearGreedBadge value={data.value} classification={data.classification} />}
    >
      <QueryState<FearGreed | null>
        query={isMissing ? { ...query, data: data ?? null } : query}
        skeleton={<BlockSkeleton height={220} />}
        errorText="Unable to load fear and greed index data."
      >
        {(reading) => <Reading reading={reading} />}
      </QueryState>
    </Panel>
  );
}

function Reading({ reading }: { reading: FearGreed | null }) {
  const indicators = reading?.indicators;
  const now = useMarketNow();
  return (
    <>
      <p className={classes.value}>
        <span className="num">{reading ? Math.round(reading.value) : UNKNOWN}</span>
        <span>{reading ? 'out of 100' : 'No reading at present'}</span>
      </p>
      <FearGreedGauge value={reading?.value} {...(reading && { classification: reading.classification })} />
      {reading && (reading.market !== 'stocks' || isOld(reading, now)) && (
        <FearGreedOrigin reading={reading} />
      )}
      {reading && (
        <dl className={classes.indicators}>
          <Indicator name="Momentum" value={indicators?.marketMomentum} />
          <Indicator name="Volatility" value={indicators?.volatility} />
          <Indicator name="Breadth" value={indicators?.marketBreadth} />
          <Indicator name="Put/Call" value={indicators?.putCallRatio} />
        </dl>
      )}
    </>
  );
}

/** Older than a long weekend: a reading that nobody renewed must not pass for one of today. */
const OLD_MS = 4 * 86_400_000;
const isOld = ({ asOf }: FearGreed, now: number) => now - Date.parse(asOf) > OLD_MS;

function Indicator({ name, value = UNKNOWN }: { name: string; value: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
