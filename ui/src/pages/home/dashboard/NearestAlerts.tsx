import { alertsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { decimalsOf, formatNumber } from '~/market/format';
import { distanceBarFill, NEAR_PERCENT, nearest } from '~/market/nearestAlerts';
import { paths } from '~/paths';
import classes from './OwnPanels.module.css';

const SHOWN_COUNT = 3;

const CONDITION_LABELS: Partial<Record<string, string>> = {
  above: 'above',
  below: 'below',
  crosses: 'crosses',
};

/** The alerts closest to firing. Those whose condition is already met don't count: the price has to move back first. */
export function NearestAlerts() {
  const { data: alerts } = useQuery(alertsQuery);
  const priceAlerts = nearest(alerts ?? []);
  const waiting = priceAlerts.filter(({ isMet }) => !isMet);
  return (
    <Panel
      title="Alerts closest to firing"
      aside={
        <Link to={paths.alerts} className={classes.open}>
          All alerts
        </Link>
      }
    >
      {waiting.length === 0 ? (
        alerts && (
          <p className={classes.invite}>
            {priceAlerts.length === 0 ? 'No active price alerts.' : 'All price alerts are already met.'}
          </p>
        )
      ) : (
        <ul className={classes.alerts}>
          {waiting.slice(0, SHOWN_COUNT).map(({ alert, value, away, distance }) => (
            <li key={alert.id}>
              <Link to={paths.ticker(alert.symbol)}>
                <span className={`num ${classes.alert}`}>
                  <span>
                    <b>{alert.symbol}</b> {CONDITION_LABELS[alert.condition ?? ''] ?? alert.condition}{' '}
                    {formatNumber(value, Math.max(2, decimalsOf(value)))}
                  </span>
                  <span data-near={away < NEAR_PERCENT || undefined}>{distance}</span>
                </span>
                <span
                  className={classes.nearness}
                  data-near={away < NEAR_PERCENT || undefined}
                  aria-hidden="true"
                >
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
