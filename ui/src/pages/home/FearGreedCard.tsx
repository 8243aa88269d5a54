import { ApiError } from '~/api/client';
import { fearGreedQuery } from '~/api/queries';
import type { FearGreed } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { isOldReading } from '~/market/fearGreed';
import { UNKNOWN } from '~/market/format';
import { FearGreedBadge } from '~/widgets/FearGreed/FearGreedBadge';
import { FearGreedGauge } from '~/widgets/FearGreed/FearGreedGauge';
import { FearGreedOrigin } from '~/widgets/FearGreed/FearGreedOrigin';
import { type Part, partsOf } from '~/widgets/FearGreed/indicators';
import classes from './FearGreedCard.module.css';

/** The index measures trends of weeks; the breadth of the day, in the card next to it, may differ. */
const PARTS = ['Momentum', 'Volatility', 'Breadth trend', 'Put/Call'] as const;

/**
 * HOME-03: the fear and greed reading. Without a reading, the bar is at 50 and a text explains it. `band` puts reading, gauge and
 * indicators side by side where there is room.
 */
export function FearGreedCard({ band = false }: { band?: boolean }) {
  const query = useQuery(fearGreedQuery);
  const { data, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Panel
      title="Fear & Greed Index"
      aside={data && <FearGreedBadge reading={data} />}
      {...(band && { className: classes.band })}
    >
      <QueryState<FearGreed | null>
        query={isMissing ? { ...query, data: data ?? null } : query}
        skeleton={<BlockSkeleton height={band ? 64 : 220} />}
        errorText="Unable to load fear and greed index data."
      >
        {(reading) => <Reading reading={reading} />}
      </QueryState>
    </Panel>
  );
}

function Reading({ reading }: { reading: FearGreed | null }) {
  const now = useMarketNow();
  const old = reading !== null && isOldReading(reading, now);
  return (
    <>
      <p className={classes.value} data-old={old || undefined}>
        <span className="num">{reading ? Math.round(reading.value) : UNKNOWN}</span>
        <span>{reading ? 'out of 100' : 'No reading yet'}</span>
      </p>
      <div className={classes.gauge}>
        <FearGreedGauge value={reading?.value} old={old} />
        {reading && (reading.market !== 'stocks' || reading.formula || reading.stale) && (
          <FearGreedOrigin reading={reading} />
        )}
      </div>
      {reading && (
        <dl className={classes.indicators}>
          {partsOf(reading, PARTS).map((part) => (
            <Indicator key={part.name} {...part} />
          ))}
        </dl>
      )}
    </>
  );
}

function Indicator({ name, value = UNKNOWN }: Part) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
