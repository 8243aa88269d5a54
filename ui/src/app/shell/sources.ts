import type { ProviderHealth } from '~/api/types';
import { dayOf } from '~/market/day';
import { formatDateTime, formatTime } from '~/market/time';

/** Returns 'Live data', or the number of failing sources. `areMostStale` is true if most prices of the page are stale. */
export function summary(sources: readonly ProviderHealth[], areMostStale = false): string {
  const failing = sources.filter(({ state }) => state === 'failing').length;
  if (failing === 0) return areMostStale ? 'Prices are old' : 'Live data';
  return failing === 1 ? '1 source is failing' : `${failing} sources are failing`;
}

/** Formats a time in the user's time zone, with the date unless it is today. */
export function when(timestamp: string, now: number): string {
  return dayOf(timestamp) === dayOf(now) ? formatTime(timestamp) : formatDateTime(timestamp);
}
