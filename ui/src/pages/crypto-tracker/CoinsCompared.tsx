import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { BlockSkeleton } from '~/components/Skeletons';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { COIN_RANGE_LABELS, rangeChoices } from '~/market/locale';
import { ComparisonChart } from '~/widgets/ComparisonChart/ComparisonChart';
import { useComparison } from '~/widgets/ComparisonChart/useComparison';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './CryptoTracker.module.css';
import type { RankedCoin } from './ranking';

/** Lines at most: more could not be told apart. */
const MOST = 5;
const RANGES = ['1M', '1D', '1W', '3M', '1Y'] as const;
const SHOWN_RANGES = rangeChoices(['1D', '1W', '1M', '3M', '1Y'], COIN_RANGE_LABELS);

/** The largest coins side by side over a range, in percent; one that is held at a dollar has nothing to compare. */
export default function CoinsCompared({ ranked }: { ranked: readonly RankedCoin[] }) {
  const [range, setRange] = useUrlChoice('range', RANGES, 'push');
  const largest = ranked.filter(({ sector }) => sector !== 'Stablecoin').slice(0, MOST);
  const { comparison, pending, missing } = useComparison(largest, range);
  return (
    <Panel title="Price Comparison" aside={<SampleBadge shown={largest.some(({ isSample }) => isSample)} />}>
      <p className={classes.which}>
        The {largest.length} largest but stablecoins, in percent since the start of the range.
      </p>
      <div className={classes.ranges}>
        <ViewSwitch label="Comparison range" views={SHOWN_RANGES} value={range} onChange={setRange} />
      </div>
      {missing.length > 0 && (
        <p className={classes.foot}>No price history of {missing.join(', ')} could be had for this range.</p>
      )}
      {pending ? (
        <BlockSkeleton height={400} />
      ) : comparison.lines.length === 0 ? (
        <EmptyState text="No price history for this range." />
      ) : (
        <ComparisonChart comparison={comparison} timeframe={range} name={COIN_RANGE_LABELS[range]} />
      )}
    </Panel>
  );
}
