import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { PanelActions } from '~/components/PanelActions';
import { BlockSkeleton } from '~/components/Skeletons';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { COIN_RANGE_LABELS, rangeChoices } from '~/market/locale';
import { ComparisonChart } from '~/widgets/ComparisonChart/ComparisonChart';
import { useComparison } from '~/widgets/ComparisonChart/useComparison';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './CryptoTracker.module.css';
import type { RankedCoin } from './ranking';

interface Props {
  coins: readonly RankedCoin[];
  /** Symbols known on this server, as for the chart. */
  known: readonly string[];
}

const RANGES = ['1M', '1D', '1W', '3M', '1Y'] as const;
const SHOWN_RANGES = rangeChoices(['1D', '1W', '1M', '3M', '1Y'], COIN_RANGE_LABELS);

/** Bar intervals that give about the same number of points in every range. */
const FINE_INTERVALS = {
  '1D': { interval: '5m' },
  '1M': { interval: '1h', points: 360 },
  '3M': { interval: '1h', points: 360 },
} as const;

/** A comparison chart of coins, in percent. */
export default function CoinsCompared({ coins, known }: Props) {
  const [range, setRange] = useUrlChoice('range', RANGES, 'push');
  const { comparison, pending, missing, note, currencyOf } = useComparison(coins, range, FINE_INTERVALS);
  return (
    <Panel title="Price Comparison" aside={<SampleBadge shown={coins.some(({ isSample }) => isSample)} />}>
      <PanelActions>
        <div className={classes.ranges}>
          <ViewSwitch label="Comparison range" views={SHOWN_RANGES} value={range} onChange={setRange} />
        </div>
      </PanelActions>
      {missing.length > 0 && (
        <p className={classes.foot}>No price history for {missing.join(', ')} in this range.</p>
      )}
      {coins.length === 0 ? (
        <EmptyState text="Choose at least one coin to compare." />
      ) : pending ? (
        <BlockSkeleton height={400} />
      ) : comparison.lines.length === 0 ? (
        <EmptyState text="No price history for this range." />
      ) : (
        <ComparisonChart
          comparison={comparison}
          tickers={coins}
          timeframe={range}
          known={known}
          name={COIN_RANGE_LABELS[range]}
          note={note}
          currencyOf={currencyOf}
        />
      )}
    </Panel>
  );
}
