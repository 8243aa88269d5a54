import type { UseQueryResult } from '@tanstack/react-query';
import { tickersBySymbolQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { rangeChoices } from '~/market/locale';
import { paths } from '~/paths';
import { ComparedChoice } from '~/widgets/ComparisonChart/ComparedChoice';
import { ComparisonChart } from '~/widgets/ComparisonChart/ComparisonChart';
import { useCompared } from '~/widgets/ComparisonChart/useCompared';
import { useComparison } from '~/widgets/ComparisonChart/useComparison';
import { SampleBadge } from '~/widgets/SampleBadge';
import { FiguresTable } from './FiguresTable';
import { SameSector } from './SameSector';
import classes from './StockAnalysis.module.css';

/** STCK-04: the initially compared stocks. */
const CHOICES = ['AAPL', 'MSFT', 'AMZN', 'GOOGL', 'META'];
const PRESELECTED = ['AAPL', 'MSFT'];
const RANGES = ['1M', '1D', '7D', '3M', 'YTD', '1Y', '5Y'] as const satisfies readonly string[];
const SHOWN_RANGES = rangeChoices(['1D', '7D', '1M', '3M', 'YTD', '1Y', '5Y']);
/** The names of the ranges in the chart of a ticker. */
const CHART_RANGES: Partial<Record<string, string>> = { '7D': '1W' };

/** The chart of the first ticker, compared with the others over the same range. */
function chartAddress(selected: readonly TickerRow[], range: string): string {
  const [own = '', ...others] = selected.map(({ symbol }) => symbol);
  const query = new URLSearchParams({ range: CHART_RANGES[range] ?? range });
  if (others.length > 0) query.set('vs', others.join());
  return `${paths.ticker(own)}?${query}`;
}

/** STCK-04: stocks compared over a range, with fundamentals; other tickers can be added. */
export default function ComparisonTab({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <QueryState query={stocks} skeleton={<BlockSkeleton height={480} />}>
      {(rows) => <Comparison rows={rows} />}
    </QueryState>
  );
}

function Comparison({ rows }: { rows: readonly TickerRow[] }) {
  const isPhone = useIsPhone();
  const compared = useCompared('stocks', CHOICES, PRESELECTED);
  const [range, setRange] = useUrlChoice('range', RANGES, 'push');
  const others = compared.chosen.filter((symbol) => !rows.some((row) => row.symbol === symbol));
  const { data: named = [], isLoading } = useQuery(tickersBySymbolQuery(others));
  const selected = compared.chosen.flatMap((symbol) =>
    [...rows, ...named].filter((row) => row.symbol === symbol),
  );
  const chart = useComparison(selected, range);
  const unknown = isLoading ? [] : others.filter((symbol) => !named.some((row) => row.symbol === symbol));
  const missing = [...chart.missing, ...unknown];
  const sample = selected.some(({ isSample }) => isSample);
  const openInChart = selected.length > 0 && (
    <Link to={chartAddress(selected, range)} className={classes.inChart}>
      Open in chart <Icon name="right" size={14} />
    </Link>
  );
  return (
    <div className={classes.comparison}>
      <Panel
        title="Stock Comparison"
        aside={
          <>
            <SampleBadge shown={sample} />
            {!isPhone && openInChart}
          </>
        }
      >
        <div className={classes.choice}>
          <ComparedChoice label="Stocks to compare" compared={compared} addLabel="Add a ticker" />
          <div className={classes.tools}>
            <ViewSwitch label="Range" views={SHOWN_RANGES} value={range} onChange={setRange} />
            <Button
              variant="default"
              className={classes.reload}
              disabled={chart.loading || selected.length === 0}
              onClick={chart.reload}
            >
              Compare Stocks
            </Button>
          </div>
        </div>
        {missing.length > 0 && (
          <p className={classes.missing}>No price history for {missing.join(', ')} in this range.</p>
        )}
        {selected.length === 0 ? (
          <EmptyState text="Choose at least one stock to compare." />
        ) : chart.pending ? (
          <BlockSkeleton height={500} />
        ) : chart.comparison.lines.length === 0 ? (
          <EmptyState text="No price history for this range." />
        ) : (
          <ComparisonChart
            comparison={chart.comparison}
            tickers={selected}
            timeframe={range}
            known={compared.knownSymbols}
            note={chart.note}
            currencyOf={chart.currencyOf}
            afterLegend={<SameSector rows={selected} compared={compared} />}
          />
        )}
        {isPhone && openInChart}
      </Panel>
      {selected.length > 0 && (
        <Panel title="Side by side" aside={<SampleBadge shown={sample} />}>
          <FiguresTable
            rows={selected}
            onRemove={(symbol) => compared.choose(compared.chosen.filter((each) => each !== symbol))}
          />
        </Panel>
      )}
    </div>
  );
}
