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

/** Percent of the target, above 100 when it was passed; null when nothing is known or there is no target. */
export function percentOf({ raisedAmount, targetAmount }: Pick<Ico, 'raisedAmount' | 'targetAmount'>) {
  if (raisedAmount === null || !(targetAmount > 0)) return null;
  return (100 * raisedAmount) / targetAmount;
}

/** How far a bar is filled: `percentOf`, at most 100. */
export function progressOf(ico: Pick<Ico, 'raisedAmount' | 'targetAmount'>) {
  const percent = percentOf(ico);
  return percent === null ? null : Math.min(100, percent);
}
