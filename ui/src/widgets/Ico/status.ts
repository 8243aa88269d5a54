import type { Ico, IcoStatus } from '~/api/types';

export type IcoFilter = 'all' | IcoStatus;
export const ICO_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
] as const satisfies readonly { value: IcoFilter; label: string }[];

/** In the order of the counts. */
export const STATUSES: readonly IcoStatus[] = ['upcoming', 'active', 'ended'];
export const STATUS_NAMES: Record<IcoStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
};

export function filterIcos(icos: readonly Ico[], filter: IcoFilter): readonly Ico[] {
  return filter === 'all' ? icos : icos.filter((ico) => ico.status === filter);
}

/** Percent of the target, at most 100; null when nothing is known or there is no target. */
export function progressOf({ raisedAmount, targetAmount }: Pick<Ico, 'raisedAmount' | 'targetAmount'>) {
  if (raisedAmount === null || !(targetAmount > 0)) return null;
  return Math.min(100, (100 * raisedAmount) / targetAmount);
}
