import { useQuery } from '@tanstack/react-query';
import { breadthQuery } from '~/api/queries';
import { Panel } from '~/components/Panel';
import { TickerLines } from '~/widgets/TickerTable';
import classes from './Movers.module.css';

/** The largest gains and losses of the stocks, side by side where there is room. */
export default function Movers() {
  const { data: breadth } = useQuery(breadthQuery);
  if (!breadth) return null;
  return (
    <Panel title="Movers" aside="Stocks, 24h">
      <div className={classes.movers}>
        <TickerLines label="Gainers" rows={breadth.gainers} />
        <TickerLines label="Losers" rows={breadth.losers} />
      </div>
    </Panel>
  );
}
