import { Switch } from '@mantine/core';
import type { AlertChannel } from '~/api/types';
import { confirm } from '~/components/layer/confirmation';
import { useMarketNow } from '~/live/useMarketNow';
import { methodLabel } from '~/market/deliveryMethods';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { channelState } from '~/widgets/AlertChannels/channelState';
import { TestMessageButton } from '~/widgets/AlertChannels/TestMessageButton';
import { WriteButton } from '~/widgets/WriteButton';
import { ChannelIcon, iconOf } from './ChannelIcon';
import classes from './Channels.module.css';
import { useChannelChanges } from './useChannelChanges';

const KINDS: Readonly<Record<string, string>> = {
  ntfy: 'ntfy',
  webhook: 'Webhook',
  smtp: 'Mail',
  command: 'Program',
  mqtt: 'MQTT broker',
};

interface Props {
  channel: AlertChannel;
  /** True if the server accepts channel changes from the page. */
  canChange: boolean;
  onEdit: () => void;
  /** Called after removal, to move focus. */
  onRemoved: () => void;
}

/** A channel: its target, limits, state, a test button, and actions for channels created on the page. */
export function ChannelCard({ channel, canChange, onEdit, onRemoved }: Props) {
  const now = useMarketNow();
  const { channel: name, kind, carries, target, mostPerHour, digestFrom, quietHours, quietZone } = channel;
  return (
    <section className={classes.card} aria-label={`Channel ${name}`}>
      <span className={classes.icon}>
        <ChannelIcon name={iconOf(kind, carries)} />
      </span>
      <div className={classes.name}>
        <h3>
          {name} <span className={classes.badge}>{KINDS[kind ?? ''] ?? kind}</span>
          {carries && <span className={classes.badge}>{methodLabel(carries)}</span>}
        </h3>
        <ChannelDot state={channelState(channel, now)} />
      </div>
      <TestMessageButton name={name} channels={[name]} />
      <dl className={classes.facts}>
        <div>
          <dt>Sends to</dt>
          <dd>{target || '—'}</dd>
        </div>
        <div>
          <dt>{mostPerHour === null ? 'Receives' : 'Limit'}</dt>
          <dd className="num">
            {mostPerHour === null
              ? 'Every alert, immediately'
              : `${mostPerHour} ${mostPerHour === 1 ? 'message' : 'messages'} an hour; ${digestFrom} or more alerts at once are combined`}
          </dd>
        </div>
        <div>
          <dt>Quiet hours</dt>
          <dd className="num">
            {quietHours ? `${quietHours.replace('-', ' to ')}, ${quietZone ?? "the server's time"}` : 'None'}
          </dd>
        </div>
      </dl>
      {channel.origin === 'page' ? (
        canChange && <ManageButtons channel={channel} onEdit={onEdit} onRemoved={onRemoved} />
      ) : (
        <p className={classes.locked}>
          <ChannelIcon name="lock" size={14} /> From the configuration file; edit it there
        </p>
      )}
      {channel.shadows && <ShadowedChannel name={name} canChange={canChange} onRemoved={onRemoved} />}
    </section>
  );
}

/** A channel created on the page whose name is also in the configuration file. */
function ShadowedChannel({
  name,
  canChange,
  onRemoved,
}: {
  name: string;
  canChange: boolean;
  onRemoved: () => void;
}) {
  const { remove } = useChannelChanges();
  const confirmAndRemove = async () => {
    const text = `The channel ${name} in the configuration file is not affected.`;
    if (await confirm({ title: `Remove the unused ${name}`, text, action: 'Remove' }))
      remove.mutate({ name, confirmation: text }, { onSuccess: onRemoved });
  };
  return (
    <div className={classes.manage}>
      <p className={classes.unused}>
        A channel created on this page has the same name. It isn't used while the file defines this one.
      </p>
      {canChange && (
        <WriteButton variant="default" size="compact-sm" onClick={() => void confirmAndRemove()}>
          Remove the unused one
        </WriteButton>
      )}
    </div>
  );
}

function ManageButtons({ channel, onEdit, onRemoved }: Omit<Props, 'canChange'>) {
  const { toggle, remove } = useChannelChanges();
  const { channel: name, available, waiting } = channel;
  const confirmAndRemove = async () => {
    const waits =
      waiting > 0 ? ` ${waiting} waiting ${waiting === 1 ? 'message' : 'messages'} won't be sent.` : '';
    const text = `Alerts sent only to ${name} will appear in the app instead.${waits}`;
    if (await confirm({ title: `Remove ${name}`, text, action: 'Remove' }))
      remove.mutate({ name, confirmation: `${name} no longer receives alerts.` }, { onSuccess: onRemoved });
  };
  return (
    <div className={classes.manage}>
      <Switch
        label="Send alerts here"
        aria-label={`Send alerts to ${name}`}
        checked={toggle.isPending ? toggle.variables.enabled : available}
        onChange={(event) => toggle.mutate({ name, enabled: event.currentTarget.checked })}
      />
      <WriteButton variant="default" size="compact-sm" onClick={onEdit}>
        Edit<span className="visually-hidden"> {name}</span>
      </WriteButton>
      <WriteButton variant="default" size="compact-sm" onClick={() => void confirmAndRemove()}>
        Remove<span className="visually-hidden"> {name}</span>
      </WriteButton>
    </div>
  );
}
