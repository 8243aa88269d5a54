import { alertChannelsQuery, alertDeliveriesQuery, alertHistoryQuery } from '~/api/queries';
import type { AlertDelivery } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { methodLabel } from '~/market/deliveryMethods';
import { formatTime } from '~/market/time';
import { paths } from '~/paths';
import { outcomeText } from '~/widgets/AlertChannels/channelState';
import classes from './DeliveriesPanel.module.css';
import { recentDeliveries } from './deliveries';

/** Number of attempts shown; the settings page has more. */
const SHOWN_COUNT = 4;

/** Alert deliveries of the last day. */
export function DeliveriesPanel() {
  const { data: log = [] } = useQuery(alertDeliveriesQuery());
  const { data: channels = [] } = useQuery(alertChannelsQuery);
  const now = useMarketNow();
  const waiting = channels.reduce((sum, { kind, waiting }) => sum + (kind ? waiting : 0), 0);
  const { recent, delivered, givenUp } = recentDeliveries(log, now);
  return (
    <Panel title="Alert deliveries" aside="last 24 h">
      {recent.length === 0 && waiting === 0 ? (
        <EmptyState text="No alerts delivered in the last 24 hours." low />
      ) : (
        <>
          <dl className={`num ${classes.figures}`}>
            <div>
              <dd className="type-mid">{delivered}</dd>
              <dt>delivered</dt>
            </div>
            <div data-near={waiting > 0 || undefined}>
              <dd className="type-mid">{waiting}</dd>
              <dt>waiting</dt>
            </div>
            <div data-near={givenUp > 0 || undefined}>
              <dd className="type-mid">{givenUp}</dd>
              <dt>given up</dt>
            </div>
          </dl>
          <ul className={classes.rows} aria-label="Last deliveries">
            {recent.slice(0, SHOWN_COUNT).map((attempt) => (
              <Attempt key={`${attempt.report} ${attempt.channel} ${attempt.attempt}`} attempt={attempt} />
            ))}
          </ul>
          <Link to={paths.alertChannels} className={`link-button ${classes.all}`}>
            All deliveries
          </Link>
        </>
      )}
    </Panel>
  );
}

function Attempt({ attempt }: { attempt: AlertDelivery }) {
  const { data: reports = [] } = useQuery(alertHistoryQuery);
  const sentence = reports.find(({ id }) => id === attempt.report)?.sentence;
  const failed = attempt.outcome !== 'delivered';
  return (
    <li>
      <b>{methodLabel(attempt.channel)}</b>
      <span>{sentence ?? 'No longer in the history'}</span>
      <span className="num" data-failed={failed || undefined}>
        {failed ? outcomeText(attempt) : formatTime(attempt.at)}
      </span>
    </li>
  );
}
