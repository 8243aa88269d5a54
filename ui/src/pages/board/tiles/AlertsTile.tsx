import { alertsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { formatLevel } from '~/market/format';
import { distanceBarFill, NEAR_PERCENT, nearest } from '~/market/nearestAlerts';
import { TileFrame, TileText } from '../TileFrame';
import { useResponseAge } from '../tileAges';
import { useBoardTickers } from '../useBoardTickers';
import { visibleRowCount } from '../visibleRowCount';
import classes from './AlertsTile.module.css';
import { withLivePrices } from './withLivePrices';

const REFETCH_MS = 60_000;
/** Minimum height of a row in rem. */
const MIN_ROW_HEIGHT = 2.4;

/** The nearest price alerts, with a bar that is full at the alert level. Alerts that are already met come last, without a bar. */
export function AlertsTile({ height }: { height: number }) {
  const { data, dataUpdatedAt } = useQuery(alertsQuery);
  const priceAlerts = (data ?? []).filter(({ active, type }) => active && type === 'price');
  const tickers = useBoardTickers([...new Set(priceAlerts.map(({ symbol }) => symbol))]);
  const age = useResponseAge(dataUpdatedAt, REFETCH_MS);
  const rows = nearest(withLivePrices(priceAlerts, tickers)).slice(
    0,
    visibleRowCount(height, MIN_ROW_HEIGHT),
  );
  return (
    <TileFrame title="Alerts" note="Closest to firing first" age={age} isLoading={!data}>
      {data && rows.length === 0 && <TileText>No price alerts set.</TileText>}
      <ul className={classes.alerts} data-aged>
        {rows.map(({ alert, value, away, isMet, distance }) => (
          <li key={alert.id} data-near={(!isMet && away < NEAR_PERCENT) || undefined}>
            <b>{alert.symbol}</b>
            <span className="num">
              {alert.condition} {formatLevel(alert.ticker, value)}
            </span>
            {isMet ? (
              <span />
            ) : (
              <span className={classes.bar} aria-hidden="true">
                <i style={{ width: `${distanceBarFill(away)}%` }} />
              </span>
            )}
            <span className="num">{distance}</span>
          </li>
        ))}
      </ul>
    </TileFrame>
  );
}
