import { useMemo } from 'react';
import type { Holdings } from '~/api/types';
import { Panel } from '~/components/Panel';
import { formatDay } from '~/market/day';
import type { HeldRow } from '~/market/holdings';
import { WeightsProvider } from '~/widgets/Holdings/holdingColumns';
import { TickerTable } from '~/widgets/TickerTable';
import { positionColumns } from './columns';

interface Props {
  holdings: Holdings;
  rows: readonly HeldRow[];
}

/** Holdings, one row per ticker. */
export function PositionsPanel({ holdings, rows }: Props) {
  const { currency, withoutValue, withoutGain } = holdings;
  const oversold = holdings.positions.filter(({ oversoldOn }) => oversoldOn !== null);
  const unpriced = withoutValue.filter((symbol) => !oversold.some((each) => each.symbol === symbol));
  const costUnknown = withoutGain.filter((symbol) => !withoutValue.includes(symbol));
  const { shown, extras } = useMemo(() => positionColumns(rows, currency), [rows, currency]);
  return (
    <Panel title="Positions">
      <WeightsProvider entries={rows}>
        <TickerTable
          label="Positions"
          rows={rows}
          columns={shown}
          extraColumns={extras}
          initialSort={{ key: 'weight', dir: 'desc' }}
          emptyText=""
          isAdjustable
        />
      </WeightsProvider>
      {oversold.map(({ watchlistItemId, symbol, oversoldOn }) => (
        <p key={watchlistItemId} className="footnote">
          Not included: more of {symbol} was sold by {formatDay(oversoldOn ?? '')} than was held, after a
          split that became known later. Correct the purchases of {symbol}.
        </p>
      ))}
      {unpriced.length > 0 && (
        <p className="footnote">
          Not included, because a price or an exchange rate is missing: {unpriced.join(', ')}.
        </p>
      )}
      {costUnknown.length > 0 && (
        <p className="footnote">
          Not included in the gain, because the cost is unknown: {costUnknown.join(', ')}.
        </p>
      )}
    </Panel>
  );
}
