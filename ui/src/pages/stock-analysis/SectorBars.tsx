import type { TickerRow } from '~/api/types';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useDayChange } from '~/live/useDayChange';
import { useQuotes } from '~/live/useQuotes';
import { inDisplayCurrency } from '~/market/displayCurrency';
import { sectorChanges } from '~/market/sectors';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { ChangeBar, MIN_FULL_CHANGE } from '~/widgets/ChangeBar';
import classes from './SectorBars.module.css';

/** The same weights as the heatmap's areas: market caps in one currency. */
const capOf = (row: TickerRow) => inDisplayCurrency(row, row.marketCap);

/** The daily change of each sector, best first, live: bars on one scale, each linking to its stocks. */
export function SectorBars({ rows, className = '' }: { rows: readonly TickerRow[]; className?: string }) {
  const sectors = sectorChanges(useQuotes(rows), capOf);
  const { name } = useDayChange(rows[0]);
  const full = Math.max(MIN_FULL_CHANGE, ...sectors.map(({ change }) => Math.abs(change)));
  if (sectors.length === 0) return null;
  return (
    <Panel title="Sectors" aside={`${name}, weighted by market cap`} className={className}>
      <ul className={classes.list}>
        {sectors.map(({ sector, count, change }) => (
          <li key={sector}>
            <Link
              to={`${paths.stockAnalysis}?${new URLSearchParams({ tab: 'sectors', sector })}`}
              className={classes.row}
            >
              <span className={classes.name}>
                {sector} <small className="num">{count}</small>
              </span>
              <ChangeBar change={change} full={full} />
              <Change value={change} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
