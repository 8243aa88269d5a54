import type { AlertChannel } from '~/api/types';

/** ALRT-02: the ways of delivery. */
export const DELIVERY_METHODS = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
  { value: 'push', label: 'Push' },
  { value: 'in_app', label: 'In-App' },
] as const;

/** The word for a choice; one that is not known here stays as it is. */
export const labelOf = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

/** What a way, or a channel, is called: 'Email', or the name that it was given. */
export const methodLabel = (channel: string): string => labelOf(DELIVERY_METHODS, channel);

/** The same, with what keeps an alert from going there; `states` are missing until the server has answered. */
export function channelLabel(channel: string, states: readonly AlertChannel[] | undefined): string {
  const label = methodLabel(channel);
  const state = states?.find((each) => each.channel === channel);
  if (states && !state) return `${label} (removed)`;
  return state?.kind && !state.available ? `${label} (switched off)` : label;
}
