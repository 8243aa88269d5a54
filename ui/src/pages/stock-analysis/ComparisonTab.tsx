import type { UseQueryResult } from '@tanstack/react-query';
import type { TickerRow } from '~/api/types';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import tick from '~/components/tick.module.css';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import { rangeChoices } from '~/market/locale';
import { ComparisonChart } from '~/widgets/ComparisonChart/ComparisonChart';
import { useComparison } from '~/widgets/ComparisonChart/useComparison';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import classes from './StockAnalysis.module.css';

/** STCK-04. */
const CHOICES = ['AAPL', 'MSFT', 'AMZN', 'GOOGL', 'META'];
const PRESELECTED = 'AAPL,MSFT';
const NONE = 'none';
const RANGES = ['1M', '1D', '7D', 'YTD'] as const satisfies readonly string[];
const SHOWN_RANGES = rangeChoices(['1D', '7D', '1M', 'YTD']);
const FUNDAMENTALS: readonly Column[] = [
  columns.name,
  { ...columns.sector, hideBelow: 1100, inCard: false },
  columns.sparkIfRoom,
  columns.price,
  columns.change24h,
  { ...columns.change7d, hideBelow: 1100, inCard: false },
  columns.marketCap,
  columns.volume,
];

/** STCK-04: stocks side by side over a range, and what they are worth. */
export default function ComparisonTab({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <QueryState query={stocks} skeleton={<BlockSkeleton height={480} />}>
      {(rows) => <Comparison rows={rows.filter(({ symbol }) => CHOICES.includes(symbol))} />}
    </QueryState>
  );
}

function Comparison({ rows }: { rows: readonly TickerRow[] }) {
  const [text, setText] = useUrlText('stocks');
  const [range, setRange] = useUrlChoice('range', RANGES, 'push');
  const chosen = (text || PRESELECTED).split(',');
  const selected = CHOICES.flatMap((symbol) =>
    chosen.includes(symbol) ? rows.filter((row) => row.symbol === symbol) : [],
  );
  const { comparison, loading, pending, missing, reload } = useComparison(selected, range);
  const toggle = (symbol: string) => {
    const next = CHOICES.filter((each) => chosen.includes(each) !== (each === symbol)).join();
    setText(next === PRESELECTED ? '' : next || NONE);
  };
  const sample = rows.some(({ isSample }) => isSample);
  return (
    <>
      <Panel title="Stock Comparison" aside={<SampleBadge shown={sample} />}>
        <div className={classes.choice}>
          <fieldset className={classes.stocks} aria-label="Stocks to compare">
            {CHOICES.map((symbol) => (
              <label key={symbol}>
                <input
                  type="checkbox"
                  className={tick.tick}
                  checked={chosen.includes(symbol)}
                  onChange={() => toggle(symbol)}
                />
                {symbol}
              </label>
            ))}
          </fieldset>
          <div className={classes.tools}>
            <ViewSwitch label="Range" views={SHOWN_RANGES} value={range} onChange={setRange} />
            <Button disabled={loading || selected.length === 0} onClick={reload}>
              Compare Stocks
            </Button>
          </div>
        </div>
        {missing.length > 0 && (
          <p className={classes.missing}>
            No price history of {missing.join(', ')} could be had for this range.
          </p>
        )}
        {selected.length === 0 ? (
          <EmptyState text="Choose at least one stock to compare." />
        ) : pending ? (
          <BlockSkeleton height={400} />
        ) : comparison.lines.length === 0 ? (
          <EmptyState text="No price history for this range." />
        ) : (
          <ComparisonChart comparison={comparison} timeframe={range} />
        )}
      </Panel>
      <Panel title="Fundamentals" aside={<SampleBadge shown={sample} />}>
        <TickerTable
          label="Fundamentals"
          rows={selected}
          columns={FUNDAMENTALS}
          urlPrefix="fundamentals-"
          emptyText="Choose at least one stock to compare."
        />
      </Panel>
    </>
  );
}
