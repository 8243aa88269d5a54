import type { AlertChannel } from '~/api/types';
import { labelOf } from '~/market/labelOf';

/** ALRT-02: the delivery methods. */
export const DELIVERY_METHODS = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
  { value: 'push', label: 'Push' },
  { value: 'in_app', label: 'In-App' },
] as const;

/** The label of a delivery method or channel: 'Email', or the channel's name. */
export const methodLabel = (channel: string): string => labelOf(DELIVERY_METHODS, channel);

/** The label, with a note if alerts can't be delivered there; `states` are undefined until loaded. */
export function channelLabel(channel: string, states: readonly AlertChannel[] | undefined): string {
  const label = methodLabel(channel);
  const state = states?.find((each) => each.channel === channel);
  if (states && !state) return `${label} (removed)`;
  return state?.kind && !state.available ? `${label} (switched off)` : label;
}
