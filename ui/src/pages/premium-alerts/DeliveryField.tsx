import { useId } from 'react';
import { alertChannelsQuery } from '~/api/queries';
import type { AlertChannel } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import field from '~/components/form/Field.module.css';
import { Link } from '~/components/Link';
import tick from '~/components/tick.module.css';
import { useMarketNow } from '~/live/useMarketNow';
import { DELIVERY_METHODS, methodLabel } from '~/market/deliveryMethods';
import { paths } from '~/paths';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { type ChannelState, channelState } from '~/widgets/AlertChannels/channelState';
import { TestMessageButton } from '~/widgets/AlertChannels/TestMessageButton';
import classes from './DeliveryField.module.css';

interface Props {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (delivery: readonly string[]) => void;
}

/** ALRT-02, ALRT-05: delivery methods and single channels, with their state and a test button. */
export function DeliveryField({ chosen, error, onChange }: Props) {
  const errorId = useId();
  const { data: states = [] } = useQuery(alertChannelsQuery);
  const toggle = (channel: string) =>
    onChange(chosen.includes(channel) ? chosen.filter((each) => each !== channel) : [...chosen, channel]);
  // The MQTT broker gets every alert, so it can't be selected.
  const configured = states.filter(({ kind }) => kind && kind !== 'mqtt');
  const methods = DELIVERY_METHODS.map(({ value }) => ({
    value,
    state: states.find(({ channel }) => channel === value),
  }));
  // A method that can't be chosen takes no room until the user asks for it.
  const isOff = ({ value, state }: (typeof methods)[number]) =>
    state !== undefined && !state.available && !chosen.includes(value);
  const off = methods.filter(isOff);
  const row = (value: string, state: AlertChannel | undefined) => (
    <DeliveryRow
      key={value}
      value={value}
      state={state}
      served={configured.filter(({ channel }) => state?.channels.includes(channel))}
      checked={chosen.includes(value)}
      error={error ? errorId : undefined}
      onToggle={() => toggle(value)}
    />
  );
  return (
    <fieldset className={classes.delivery}>
      <legend className={field.label}>Delivery</legend>
      <Link to={paths.alertChannels} className={classes.all}>
        Channels
      </Link>
      {methods.filter((method) => !isOff(method)).map(({ value, state }) => row(value, state))}
      {off.length > 0 && (
        <details className={classes.off}>
          <summary>{offText(off.map(({ value }) => methodLabel(value)))}</summary>
          {off.map(({ value, state }) => row(value, state))}
        </details>
      )}
      {configured.length > 1 && (
        <>
          <p className={classes.single}>Or a single channel</p>
          {configured.map((state) => row(state.channel, state))}
        </>
      )}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** 'Email, SMS and Push aren't set up'. */
function offText(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  if (others.length === 0) return `${last} isn't set up`;
  return `${others.reverse().join(', ')} and ${last} aren't set up`;
}

interface RowProps {
  value: string;
  /** Undefined until the server has responded. */
  state: AlertChannel | undefined;
  /** The channels of the delivery method. */
  served: readonly AlertChannel[];
  checked: boolean;
  /** The id of the error text. */
  error: string | undefined;
  onToggle: () => void;
}

function DeliveryRow({ value, state, served, checked, error, onToggle }: RowProps) {
  const now = useMarketNow();
  const id = useId();
  const available = state ? state.available : value === 'in_app';
  const isApp = value === 'in_app';
  const isChannel = Boolean(state?.kind);
  return (
    <div className={classes.row} data-off={!available || undefined}>
      <input
        id={id}
        type="checkbox"
        className={tick.tick}
        checked={checked}
        disabled={!available}
        aria-invalid={error && isApp ? true : undefined}
        aria-describedby={[`${id}-state`, error].filter(Boolean).join(' ')}
        onChange={onToggle}
      />
      <label htmlFor={id}>{methodLabel(value)}</label>
      <div id={`${id}-state`} className={classes.state}>
        {isApp ? (
          <ChannelDot state={{ tone: 'works', text: 'Always on' }} />
        ) : (
          state && <ChannelDot state={stateOf(state, served, now)} />
        )}
      </div>
      {available && !isApp && (
        <TestMessageButton
          name={methodLabel(value)}
          channels={isChannel ? [value] : served.map(({ channel }) => channel)}
        />
      )}
      {state && !available && (
        <Link to={paths.alertChannels} className={classes.setUp}>
          Set up<span className="visually-hidden"> {methodLabel(value)}</span>
        </Link>
      )}
    </div>
  );
}

/** The problem with the channels of a delivery method, or their names if all work. */
function stateOf(state: AlertChannel, served: readonly AlertChannel[], now: number): ChannelState {
  if (state.reason) return { tone: 'idle', text: state.reason };
  if (state.kind) return channelState(state, now);
  const failing = served.find((channel) => channel.failing);
  const names = served.map(({ channel }) => channel).join(', ');
  if (failing) return { tone: 'failing', text: `${failing.channel}: ${channelState(failing, now).text}` };
  const { tone, text } = channelState(state, now);
  return { tone, text: `${names}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` };
}
