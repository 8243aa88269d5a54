import { alertDeliveriesQuery } from '~/api/queries';
import type { AlertReport } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { methodLabel } from '~/market/deliveryMethods';
import { formatZonedClock } from '~/market/time';
import { outcomeText, tookText } from '~/widgets/AlertChannels/channelState';
import classes from './FiredList.module.css';

/** All delivery attempts of a report, in order. */
export default function DeliveryLog({ report }: { report: AlertReport }) {
  const query = useQuery(alertDeliveriesQuery(report.alertId));
  return (
    <QueryState
      query={query}
      skeleton={<RowSkeletons rows={2} height={32} />}
      errorText="Couldn't load the deliveries."
    >
      {(log) => {
        const attempts = log.filter((attempt) => attempt.report === report.id).toReversed();
        if (attempts.length === 0) return <p className={classes.none}>No delivery attempts yet.</p>;
        return (
          <ol aria-label={`Deliveries of: ${report.sentence}`}>
            {attempts.map((attempt) => (
              <li key={`${attempt.channel} ${attempt.attempt} ${attempt.at}`}>
                <time dateTime={attempt.at} className="num">
                  {formatZonedClock(Date.parse(attempt.at))}
                </time>
                <b>{methodLabel(attempt.channel)}</b>
                <span data-failed={attempt.outcome !== 'delivered' || undefined}>{outcomeText(attempt)}</span>
                <span className="num">{tookText(attempt.tookMs)}</span>
              </li>
            ))}
          </ol>
        );
      }}
    </QueryState>
  );
}
