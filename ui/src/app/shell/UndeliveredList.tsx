import { alertChannelsQuery, alertDeliveriesQuery } from '~/api/queries';
import type { AlertReport } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { useMarketNow } from '~/live/useMarketNow';
import { paths } from '~/paths';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { channelState } from '~/widgets/AlertChannels/channelState';
import { lastAttempts } from '~/widgets/AlertChannels/deliveries';
import classes from './NotificationList.module.css';

/** Maximum number of reports per channel; the channel's page has all of them. */
const MAX_ATTEMPTS = 3;

/** Lists failing channels with their undelivered alerts; renders nothing while all channels work. */
export function UndeliveredList({
  reports,
  onNavigate,
}: {
  reports: readonly AlertReport[];
  onNavigate: () => void;
}) {
  const { data: channels = [] } = useQuery(alertChannelsQuery);
  const failing = channels.filter((channel) => channel.kind && channel.failing);
  const { data: log = [] } = useQuery({ ...alertDeliveriesQuery(), enabled: failing.length > 0 });
  const now = useMarketNow();
  if (failing.length === 0) return null;
  const attempts = [...lastAttempts(log).values()].flat();
  const undelivered = (name: string) =>
    attempts
      .filter(({ channel, outcome }) => channel === name && outcome !== 'delivered')
      .slice(0, MAX_ATTEMPTS);
  return (
    <>
      <div className={classes.head}>
        <h2>Not delivered</h2>
        <Link to={paths.alertChannels} onClick={onNavigate}>
          Channels
        </Link>
      </div>
      <ul className={`${classes.list} ${classes.undelivered}`} aria-label="Not delivered">
        {failing.map((channel) => (
          <li key={channel.channel}>
            <b>{channel.channel}</b>
            <ChannelDot state={channelState(channel, now)} />
            {undelivered(channel.channel).map((attempt) => (
              <p key={attempt.report}>
                {reports.find(({ id }) => id === attempt.report)?.sentence ?? 'An earlier alert'}
                {attempt.outcome === 'given_up' && ' (given up)'}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
