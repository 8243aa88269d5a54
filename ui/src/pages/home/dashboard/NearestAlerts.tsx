import { alertsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { decimalsOf, formatNumber, formatRate } from '~/market/format';
import { distanceBarFill, nearest } from '~/market/nearestAlerts';
import { paths } from '~/paths';
import classes from './OwnPanels.module.css';

const SHOWN_COUNT = 3;
/** Levels within this percentage are highlighted. */
const NEAR = 0.5;

const CONDITION_LABELS: Partial<Record<string, string>> = {
  above: 'above',
  below: 'below',
  crosses: 'crosses',
};

/** The alerts closest to firing. */
export function NearestAlerts() {
  const { data: alerts } = useQuery(alertsQuery);
  const near = nearest(alerts ?? []);
  return (
    <Panel
      title="Alerts closest to firing"
      aside={
        <Link to={paths.alerts} className={classes.open}>
          All alerts
        </Link>
      }
    >
      {near.length === 0 ? (
        alerts && <p className={classes.invite}>No active price alerts.</p>
      ) : (
        <ul className={classes.alerts}>
          {near.slice(0, SHOWN_COUNT).map(({ alert, value, away, side }) => (
            <li key={alert.id}>
              <Link to={paths.ticker(alert.symbol)}>
                <span className={`num ${classes.alert}`}>
                  <span>
                    <b>{alert.symbol}</b> {CONDITION_LABELS[alert.condition ?? ''] ?? alert.condition}{' '}
                    {formatNumber(value, Math.max(2, decimalsOf(value)))}
                  </span>
                  <span data-near={away < NEAR || undefined}>
                    {formatRate(away)} {side}
                  </span>
                </span>
                <span className={classes.nearness} data-near={away < NEAR || undefined} aria-hidden="true">
                  <span style={{ width: `${distanceBarFill(away)}%` }} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
