import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { alertChannelsQuery } from '~/api/queries';
import tick from '~/components/tick.module.css';
import classes from './AlertForm.module.css';
import { CHANNELS } from './words';

interface Props {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (delivery: readonly string[]) => void;
}

/** ALRT-02, ALRT-05: ways of delivery; one that this server does not have says why it is off. */
export function DeliveryField({ chosen, error, onChange }: Props) {
  const errorId = useId();
  const { data: states } = useQuery(alertChannelsQuery);
  const toggle = (channel: string) =>
    onChange(chosen.includes(channel) ? chosen.filter((each) => each !== channel) : [...chosen, channel]);
  return (
    <fieldset className={classes.delivery}>
      <legend>Delivery</legend>
      {CHANNELS.map(({ value, label }) => {
        const state = states?.find(({ channel }) => channel === value);
        const available = state ? state.available : value === 'in_app';
        return (
          <label key={value} data-off={!available || undefined}>
            <input
              type="checkbox"
              className={tick.tick}
              checked={chosen.includes(value)}
              disabled={!available}
              aria-invalid={error && value === 'in_app' ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              onChange={() => toggle(value)}
            />
            <span>{label}</span>
            {state?.reason && <span className={classes.reason}>{state.reason}</span>}
          </label>
        );
      })}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
