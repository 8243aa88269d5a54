import { breadthQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { useDayChange } from '~/live/useDayChange';
import { TickerRows } from '~/widgets/TickerTable';
import classes from './Movers.module.css';

interface Props {
  className?: string;
  /** Lower rows. */
  dense?: boolean;
}

/** The largest gainers and losers among stocks, side by side where there is room. */
export default function Movers({ className = '', dense = false }: Props) {
  const { data: breadth } = useQuery(breadthQuery);
  const { name } = useDayChange(breadth?.gainers[0] ?? breadth?.losers[0]);
  if (!breadth) return null;
  return (
    <Panel title="Movers" aside={`Chart: 7 days · Change: ${name}`} className={className}>
      <div className={classes.movers}>
        <Side title="Gainers" rows={breadth.gainers} dense={dense} />
        <Side title="Losers" rows={breadth.losers} dense={dense} />
      </div>
    </Panel>
  );
}

interface SideProps {
  title: string;
  rows: readonly TickerRow[];
  dense: boolean;
}

function Side({ title, rows, dense }: SideProps) {
  return (
    <div>
      <h3 className={classes.title}>{title}</h3>
      <TickerRows label={title} rows={rows} dense={dense} />
    </div>
  );
}
