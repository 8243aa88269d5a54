import type { ProviderHealth } from '~/api/types';
import { dayOf } from '~/market/day';
import { formatDateTime, formatTime } from '~/market/time';

/** 'Live data', or how many sources are failing; not live while most prices of the page are old. */
export function summary(sources: readonly ProviderHealth[], old = false): string {
  const failing = sources.filter(({ state }) => state === 'failing').length;
  if (failing === 0) return old ? 'Prices are old' : 'Live data';
  return failing === 1 ? '1 source is failing' : `${failing} sources are failing`;
}

/** The time of day in the viewer's zone, with the date where it is not the day of `now`. */
export function when(timestamp: string, now: number): string {
  return dayOf(timestamp) === dayOf(now) ? formatTime(timestamp) : formatDateTime(timestamp);
}
