import type { Ico, IcoStatus } from '~/api/types';

export type IcoFilter = 'all' | IcoStatus;
export const ICO_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
] as const satisfies readonly { value: IcoFilter; label: string }[];

/** All statuses, in display order. */
export const STATUSES: readonly IcoStatus[] = ['upcoming', 'active', 'ended'];
export const STATUS_NAMES: Record<IcoStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
};

/** ICOs of one status or all, sorted by urgency. */
export function filterIcos(icos: readonly Ico[], filter: IcoFilter): readonly Ico[] {
  return icos.filter((ico) => filter === 'all' || ico.status === filter).sort(byUrgency);
}

const URGENCY: readonly IcoStatus[] = ['active', 'upcoming', 'ended'];

/** Active ICOs by end, then upcoming ones by start, then ended ones, latest first. */
function byUrgency(a: Ico, b: Ico): number {
  if (a.status !== b.status) return URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status);
  const [mine, others] = [a, b].map((ico) =>
    Date.parse(ico.status === 'upcoming' ? ico.startDate : ico.endDate),
  );
  const sooner = (mine ?? 0) - (others ?? 0);
  return a.status === 'ended' ? -sooner : sooner;
}

const SOON_MS = 48 * 3_600_000;

/** True for an active ICO in its last two days. */
export const endsSoon = ({ status, endDate }: Pick<Ico, 'status' | 'endDate'>, now: number): boolean =>
  status === 'active' && Date.parse(endDate) - now <= SOON_MS;

/** Percent of the target, possibly above 100; null if unknown or without a target. */
export function percentOf({ raisedAmount, targetAmount }: Pick<Ico, 'raisedAmount' | 'targetAmount'>) {
  if (raisedAmount === null || !(targetAmount > 0)) return null;
  return (100 * raisedAmount) / targetAmount;
}

/** Fill of the bar: `percentOf`, at most 100. */
export function progressOf(ico: Pick<Ico, 'raisedAmount' | 'targetAmount'>) {
  const percent = percentOf(ico);
  return percent === null ? null : Math.min(100, percent);
}
