import type { ProviderHealth } from '~/api/types';

/** 'Live data', or how many sources are failing. */
export function summary(sources: readonly ProviderHealth[]): string {
  const failing = sources.filter(({ state }) => state === 'failing').length;
  if (failing === 0) return 'Live data';
  return failing === 1 ? '1 source is failing' : `${failing} sources are failing`;
}

/** The time of day, in the viewer's zone. */
export function when(timestamp: string): string {
  return new Date(timestamp).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
}
