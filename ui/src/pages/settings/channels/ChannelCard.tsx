import type { AlertChannel } from '~/api/types';
import { Icon, type IconName } from '~/components/Icon';
import { useMarketNow } from '~/live/useMarketNow';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { channelState } from '~/widgets/AlertChannels/channelState';
import { SendTest } from '~/widgets/AlertChannels/SendTest';
import { wayLabel } from '~/widgets/AlertChannels/ways';
import classes from './Channels.module.css';

const KINDS: Readonly<Record<string, { label: string; icon: IconName }>> = {
  ntfy: { label: 'ntfy', icon: 'bell' },
  webhook: { label: 'Webhook', icon: 'bolt' },
  smtp: { label: 'Mail', icon: 'page' },
  command: { label: 'Program', icon: 'settings' },
  mqtt: { label: 'MQTT broker', icon: 'bolt' },
};

/** A channel: where it goes, what it may, how it does, and a test. */
export function ChannelCard({ channel }: { channel: AlertChannel }) {
  const now = useMarketNow();
  const { channel: name, kind, carries, target, mostPerHour, digestFrom, quietHours, quietZone } = channel;
  const { label, icon } = KINDS[kind ?? ''] ?? { label: kind, icon: 'bell' };
  return (
    <section className={classes.card} aria-label={`Channel ${name}`}>
      <span className={classes.icon}>
        <Icon name={icon} size={18} />
      </span>
      <div className={classes.name}>
        <h3>
          {name} <span className={classes.badge}>{label}</span>
          {carries && <span className={classes.badge}>{wayLabel(carries)}</span>}
        </h3>
        <ChannelDot state={channelState(channel, now)} />
      </div>
      <SendTest name={name} channels={[name]} />
      <dl className={classes.facts}>
        <div>
          <dt>Goes to</dt>
          <dd>{target || '—'}</dd>
        </div>
        <div>
          <dt>{mostPerHour === null ? 'Gets' : 'At most'}</dt>
          <dd className="num">
            {mostPerHour === null
              ? 'Every alert, each at once'
              : `${mostPerHour} ${mostPerHour === 1 ? 'message' : 'messages'} an hour; ${digestFrom} alerts at once are one message`}
          </dd>
        </div>
        <div>
          <dt>Quiet hours</dt>
          <dd className="num">
            {quietHours ? `${quietHours.replace('-', ' to ')}, ${quietZone ?? "the server's time"}` : 'None'}
          </dd>
        </div>
      </dl>
    </section>
  );
}
