import { useState } from 'react';
import { holdingsHistoryQuery, tickersQuery } from '~/api/queries';
import type { HoldingsHistory, TickerRow, Timeframe } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { ChartFoot } from '~/chart/ChartFoot';
import { PointTable } from '~/chart/PointTable';
import { EmptyState } from '~/components/EmptyState';
import { SelectField } from '~/components/form/fields';
import { Panel } from '~/components/Panel';
import { PanelActions } from '~/components/PanelActions';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import { formatDay } from '~/market/day';
import { formatPercent } from '~/market/format';
import { gainOver } from '~/market/holdingHistory';
import { rangeLabel } from '~/market/locale';
import { SP500 } from '~/market/marketTickers';
import { useAmountsHidden } from '~/state/amounts';
import classes from './HistoryPanel.module.css';
import { HistoryStage } from './HistoryStage';
import { moneyText } from './moneyText';

const RANGES = ['1y', '1m', '3m', '6m', '5y', 'all'] as const;
type Range = (typeof RANGES)[number];

/** The ranges of other charts with the same length, for labels and time axes, in the order of the buttons. */
const TIMEFRAMES: Record<Range, Timeframe> = {
  '1m': '1M',
  '3m': '3M',
  '6m': '6M',
  '1y': '1Y',
  '5y': '5Y',
  all: 'MAX',
};
const VIEWS = (Object.keys(TIMEFRAMES) as Range[]).map((value) => ({
  value,
  label: rangeLabel(TIMEFRAMES[value]),
}));

/** The URL's value for no index. */
const NONE = 'none';

/** The value of the holdings over time, next to the amount paid and what an index would have made of the same money. */
export default function HistoryPanel({ listId }: { listId: number | undefined }) {
  const [range, setRange] = useUrlChoice('range', RANGES);
  const [chosen, setChosen] = useUrlText('benchmark');
  const benchmark = chosen === NONE ? '' : chosen || SP500;
  const query = useQuery({
    ...holdingsHistoryQuery(listId, range, benchmark),
    // Shows the previous range until the new one is loaded.
    placeholderData: (previous) => previous,
  });
  const { data: indices = [] } = useQuery(tickersQuery('index'));
  const name = indices.find(({ symbol }) => symbol === benchmark)?.name ?? benchmark;
  return (
    <Panel title="Value over time">
      <PanelActions>
        <div className={classes.controls}>
          <SelectField
            aria-label="Compare with"
            className={classes.benchmark ?? ''}
            choices={benchmarks(indices, benchmark)}
            value={benchmark || NONE}
            onChange={(symbol) => setChosen(symbol === SP500 ? '' : symbol)}
          />
          <ViewSwitch label="Range" views={VIEWS} value={range} onChange={setRange} />
        </div>
      </PanelActions>
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={341} />}
        errorText="Couldn't load the past values."
      >
        {(history) => <History history={history} range={range} name={name} />}
      </QueryState>
    </Panel>
  );
}

/** The indices that can be compared with; the one in use is always among them. */
function benchmarks(indices: readonly TickerRow[], used: string) {
  const choices = indices.map(({ symbol, name }) => ({ value: symbol, label: name }));
  const isListed = used === '' || choices.some(({ value }) => value === used);
  return [
    { value: NONE, label: 'No index' },
    ...(isListed ? [] : [{ value: used, label: used }]),
    ...choices,
  ];
}

interface HistoryProps {
  history: HoldingsHistory;
  range: Range;
  /** Name of the index. */
  name: string;
}

function History({ history, range, name }: HistoryProps) {
  const [hidden] = useAmountsHidden();
  const [asTable, setAsTable] = useState(false);
  const { points, assumed, incomplete, currency } = history;
  if (points.length < 2) return <EmptyState text="There are no past prices for these positions yet." />;
  const money = moneyText(currency, hidden);
  return (
    <>
      {asTable ? (
        <PointTable
          label="Values of the chart"
          columns={['Value', 'Paid', ...(history.benchmark ? [name] : [])]}
          rows={points.toReversed().map(({ date, value, paid, benchmark }) => ({
            key: date,
            time: formatDay(date),
            cells: [value, paid, ...(history.benchmark ? [benchmark] : [])].map(money),
          }))}
        />
      ) : (
        <HistoryStage history={history} timeframe={TIMEFRAMES[range]} name={name} />
      )}
      <ChartFoot
        sentence={sentence(history, name, hidden)}
        asTable={asTable}
        onShowTableChange={setAsTable}
      />
      {assumed.length > 0 && (
        <p className="footnote">
          Shown as held through the whole range, because the days of purchase are unknown:{' '}
          {assumed.join(', ')}.
        </p>
      )}
      {incomplete.length > 0 && (
        <p className="footnote">Past prices or exchange rates are missing for {incomplete.join(', ')}.</p>
      )}
    </>
  );
}

/** 'Since November 28, 2025: +$1,200.00 (+8.10%), S&P 500 +6.20%.' Money that was added or taken out is not a gain. */
function sentence({ points, currency, benchmark }: HoldingsHistory, name: string, hidden: boolean): string {
  const gain = gainOver(points);
  if (!gain) return '';
  const index = benchmark ? gainOver(points, (point) => point.benchmark) : undefined;
  const parts = [
    `gain ${moneyText(currency, hidden)(gain.amount)} (${formatPercent(gain.percent)})`,
    ...(index ? [`the same money in ${name} ${formatPercent(index.percent)}`] : []),
  ];
  return `Since ${formatDay(points[0]?.date ?? '')}: ${parts.join(', ')}.`;
}
