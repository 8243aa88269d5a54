import { fearGreedQuery } from '~/api/queries';
import type { FearGreed } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { isOldReading } from '~/market/fearGreed';
import { UNKNOWN } from '~/market/format';
import { formatDate } from '~/market/time';
import { FearGreedBadge } from '~/widgets/FearGreed/FearGreedBadge';
import { FearGreedGauge } from '~/widgets/FearGreed/FearGreedGauge';
import { FearGreedOrigin } from '~/widgets/FearGreed/FearGreedOrigin';
import { type Part, partsOf } from '~/widgets/FearGreed/indicators';
import classes from './FearGreedPanel.module.css';
import page from './TickerPage.module.css';

const PARTS = ['Market Momentum', 'Volatility', 'Market Breadth', 'Put/Call Ratio'] as const;
const LABELS = ['Extreme Fear', 'Neutral', 'Extreme Greed'] as const;

/** TICK-06: the reading of the whole market, named because it is the same for every ticker. */
export function FearGreedPanel() {
  const query = useQuery(fearGreedQuery);
  return (
    <Panel
      className={page.fearGreed}
      title="Fear & Greed"
      aside={query.data && <FearGreedBadge reading={query.data} />}
    >
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={220} />}
        errorText="Unable to load fear and greed index data."
      >
        {(reading) => <Reading reading={reading} />}
      </QueryState>
    </Panel>
  );
}

function Reading({ reading }: { reading: FearGreed }) {
  const { value, asOf } = reading;
  const isOld = isOldReading(reading, useMarketNow());
  return (
    <>
      <p className={classes.value} data-old={isOld || undefined}>
        <strong className={isOld ? 'num' : 'num type-large'}>{Math.round(value)}</strong>
        <span className="num">
          Current reading: {Math.round(value)}/100{isOld && `, of ${formatDate(asOf)}`}
        </span>
      </p>
      <div className={classes.gauge}>
        <FearGreedGauge value={value} labels={LABELS} old={isOld} />
        <FearGreedOrigin reading={reading} />
      </div>
      <dl className={classes.tiles}>
        {partsOf(reading, PARTS).map((part) => (
          <Tile key={part.name} {...part} />
        ))}
      </dl>
    </>
  );
}

/** Not every source publishes the components of its reading. */
function Tile({ name, value = UNKNOWN }: Part) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
