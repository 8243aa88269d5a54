import type { TickerRow } from '~/api/types';
import { FilterChips } from '~/components/FilterChips';
import { ActionRow } from '~/components/PanelActions';
import { TableOrHeatmap } from '~/components/ViewSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useMarketNow } from '~/live/useMarketNow';
import { formatClock } from '~/market/time';
import { Heatmap } from '~/widgets/Heatmap';
import { LiveDot } from '~/widgets/LiveDot';
import { TickerTable } from '~/widgets/TickerTable';
import classes from './CommoditiesPage.module.css';
import { COMMODITY_COLUMNS } from './columns';
import { SectorIcon } from './SectorIcon';
import { bySector, sectorOf, sectorsOf } from './sectors';

/** Futures have no market cap, so the tile areas show the 24h volume in contracts. */
const volumeOf = (row: TickerRow) => row.volume24h;
const iconOf = (sector: string) => <SectorIcon sector={sector} />;

/** Sector tabs, the table or heatmap, and its footer. */
export function Commodities({ rows }: { rows: TickerRow[] }) {
  const sectors = sectorsOf(rows);
  const [sector, setSector] = useUrlChoice('sector', ['All', ...sectors]);
  const [view, setView] = useUrlChoice('view', ['table', 'heatmap']);
  const shown = bySector(rows).filter((row) => sector === 'All' || sectorOf(row) === sector);
  const tabs = sectors.map((each) => ({ value: each, label: each, icon: iconOf(each) }));
  return (
    <ActionRow
      className={classes.controls}
      controls={
        <>
          <FilterChips
            label="Sector"
            options={[{ value: 'All', label: 'All' }, ...tabs]}
            value={sector}
            onChange={setSector}
          />
          <TableOrHeatmap value={view} onChange={setView} />
        </>
      }
    >
      {view === 'heatmap' && shown.length > 0 ? (
        <Heatmap
          label="Heatmap of commodities"
          rows={shown}
          sizeOf={volumeOf}
          sizeName="24h volume"
          groupOf={sectorOf}
        />
      ) : (
        <TickerTable
          label="Commodities"
          rows={shown}
          columns={COMMODITY_COLUMNS}
          emptyText="No commodities found for this category."
        />
      )}
      <Foot count={shown.length} sample={rows.some((row) => row.isSample)} />
    </ActionRow>
  );
}

function Foot({ count, sample }: { count: number; sample: boolean }) {
  const now = useMarketNow();
  return (
    <div className={`num ${classes.foot}`}>
      <span>
        {count} {count === 1 ? 'commodity' : 'commodities'}
      </span>
      <span>
        <LiveDot sample={sample} />, {formatClock(now)}
      </span>
    </div>
  );
}
