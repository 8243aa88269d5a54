import type { ProviderHealth } from '~/api/types';

/** 'Live data', or how many sources are ill. */
export function summary(sources: readonly ProviderHealth[]): string {
  const ill = sources.filter(({ state }) => state === 'ill').length;
  if (ill === 0) return 'Live data';
  return ill === 1 ? '1 source is ill' : `${ill} sources are ill`;
}

/** The time of day, in the viewer's zone. */
export function when(timestamp: string): string {
  return new Date(timestamp).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
}
