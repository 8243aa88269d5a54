import { useMemo } from 'react';
import { Panel } from '~/components/Panel';
import type { HeldRow } from '~/market/holdings';
import { WeightsProvider } from '~/widgets/Holdings/holdingColumns';
import { TickerTable } from '~/widgets/TickerTable';
import { positionColumns } from './columns';

interface Props {
  rows: readonly HeldRow[];
  /** The display currency. */
  currency: string;
}

/** What is held, one row per ticker. */
export function PositionsPanel({ rows, currency }: Props) {
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
    </Panel>
  );
}
