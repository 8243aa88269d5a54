import type { AlertDelivery } from '~/api/types';

const DAY_MS = 86_400_000;

/** The attempts of the last day by outcome, newest first like `log`. `now` in milliseconds. */
export function recentDeliveries(log: readonly AlertDelivery[], now: number) {
  const recent = log.filter(({ at }) => now - Date.parse(at) < DAY_MS);
  const count = (outcome: AlertDelivery['outcome']) =>
    recent.filter((each) => each.outcome === outcome).length;
  return { recent, delivered: count('delivered'), givenUp: count('given_up') };
}
