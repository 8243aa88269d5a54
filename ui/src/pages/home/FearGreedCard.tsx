import { useQuery } from '@tanstack/react-query';
import { fearGreedQuery } from '~/api/queries';
import type { FearGreed } from '~/api/types';
import { Panel } from '~/components/Panel';
import { BlockSkeleton } from '~/components/Skeletons';
import { FearGreedBadge } from '~/widgets/FearGreed/FearGreedBadge';
import { FearGreedGauge } from '~/widgets/FearGreed/FearGreedGauge';
import classes from './FearGreedCard.module.css';

/** HOME-03. Without a reading the bar stands at 50 and says that none is there. */
export function FearGreedCard() {
  const { data, isPending, isError } = useQuery(fearGreedQuery);
  const badge = data && <FearGreedBadge value={data.value} classification={data.classification} />;
  return (
    <Panel title="Fear & Greed Index" aside={badge}>
      {isPending ? <BlockSkeleton height={220} /> : <Reading reading={data} failed={isError} />}
    </Panel>
  );
}

function Reading({ reading, failed }: { reading: FearGreed | undefined; failed: boolean }) {
  return (
    <>
      <p className={classes.value}>
        <span className="num">{reading ? Math.round(reading.value) : '—'}</span>
        <span>{reading ? 'out of 100' : failed ? 'No reading at present' : ''}</span>
      </p>
      <FearGreedGauge value={reading?.value} {...(reading && { classification: reading.classification })} />
      {reading?.indicators && (
        <dl className={classes.indicators}>
          <Indicator name="Momentum" value={reading.indicators.marketMomentum} />
          <Indicator name="Volatility" value={reading.indicators.volatility} />
          <Indicator name="Breadth" value={reading.indicators.marketBreadth} />
          <Indicator name="Put/Call" value={reading.indicators.putCallRatio} />
        </dl>
      )}
    </>
  );
}

function Indicator({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
