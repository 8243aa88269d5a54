import type { UseQueryResult } from '@tanstack/react-query';
import type { TickerRow } from '~/api/types';
import { FilterChips } from '~/components/FilterChips';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { TableOrHeatmap } from '~/components/ViewSwitch';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { StockHeatmap, sectorOf } from '~/widgets/Heatmap/StockHeatmap';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import classes from './StockAnalysis.module.css';

const VIEWS = ['table', 'heatmap'] as const;

const COLUMNS: readonly Column[] = [
  columns.name,
  columns.sector,
  columns.spark,
  columns.price,
  columns.dayChange,
  columns.change7d,
  { ...columns.sessionVolume, hideBelow: 2400, inCard: false },
  columns.marketCap,
];

/** The controls of the tab that share a row with the tabs, so that a heatmap fits on the first screen. */
export function SectorTools({ stocks }: { stocks: readonly TickerRow[] }) {
  const [view, setView] = useUrlChoice('view', VIEWS);
  return (
    <div className={classes.sectorTools}>
      <SampleBadge shown={stocks.some(({ isSample }) => isSample)} />
      <TableOrHeatmap value={view} onChange={setView} />
    </div>
  );
}

/** STCK-02: stocks by sector, as a table or a heatmap. */
export default function SectorTab({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <Panel label="Sector Analysis">
      <QueryState query={stocks} skeleton={<TickerTableSkeleton rows={14} />}>
        {(rows) => <Sectors rows={rows} />}
      </QueryState>
    </Panel>
  );
}

function Sectors({ rows }: { rows: readonly TickerRow[] }) {
  const sectors = [...new Set(rows.map(sectorOf))].sort((a, b) => a.localeCompare(b));
  const [sector, setSector] = useUrlChoice('sector', ['All', ...sectors]);
  const [view, setView] = useUrlChoice('view', VIEWS);
  const isPhone = useIsPhone();
  const shown = rows.filter((row) => sector === 'All' || sectorOf(row) === sector);
  return (
    <>
      <div className={classes.controls}>
        <FilterChips
          dense
          label="Sector"
          options={['All', ...sectors].map((value) => ({ value, label: value }))}
          value={sector}
          onChange={setSector}
        />
        {/* On a phone it shares the row of the sort control. */}
        {isPhone && <TableOrHeatmap value={view} onChange={setView} />}
      </div>
      {view === 'heatmap' ? (
        <StockHeatmap label="Heatmap of stocks" rows={shown} />
      ) : (
        <TickerTable
          // A change of the sector goes back to the first rows.
          key={sector}
          label="Stocks by sector"
          rows={shown}
          columns={COLUMNS}
          initialSort={{ key: 'cap', dir: 'desc' }}
          emptyText="No stocks found for this sector."
          step={25}
        />
      )}
    </>
  );
}
