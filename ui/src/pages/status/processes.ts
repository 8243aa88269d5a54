import type { ClusterMember, ClusterStatus } from '~/api/types';
import { formatNumber, UNKNOWN } from '~/market/format';
import { ageText } from './streams';

/** A process of the cluster as a table row; unknown values are null. */
export interface ProcessRow {
  name: string;
  role: ClusterMember['role'];
  /** True for the process that responded. */
  isThis: boolean;
  heardAt: string | null;
  behind: number | null;
  pricesAt: string | null;
  traffic: ClusterMember['traffic'] | null;
}

/** A process counts as away after this time without a heartbeat; heartbeats come every 5 seconds. */
const AWAY_AFTER_MS = 15_000;

/** The source first, then standbys, then edges, each by name. */
export function processRows(cluster: ClusterStatus, now: string): ProcessRow[] {
  const { name, role, source, behind, traffic, members } = cluster;
  const ownRow = {
    name,
    role,
    isThis: true,
    heardAt: now,
    behind,
    pricesAt: source?.heardAt ?? null,
    traffic,
  };
  const others: ProcessRow[] = members.map((member) => ({ ...member, isThis: false }));
  if (source && source.name !== name) {
    const unknown = { behind: null, pricesAt: null, traffic: null };
    others.push({ ...unknown, name: source.name, role: 'source', isThis: false, heardAt: source.heardAt });
  }
  const order = ['source', 'standBy', 'edge'];
  return [ownRow, ...others].toSorted(
    (a, b) => order.indexOf(a.role) - order.indexOf(b.role) || a.name.localeCompare(b.name),
  );
}

const ROLES = { source: 'Source', standBy: 'Standby', edge: 'Edge' };
export const roleText = (role: ProcessRow['role']): string => ROLES[role];

/** Returns true if the last heartbeat is too old. */
export const isAway = ({ heardAt }: ProcessRow, now: number): boolean =>
  !heardAt || now - Date.parse(heardAt) > AWAY_AFTER_MS;

/** 'now', '18 s ago'. */
export const agoText = (at: string | null, now: number): string =>
  at ? ageText(now - Date.parse(at)) : UNKNOWN;

/** How far a process is behind the source: 'none', '1,204 records'. The source is never behind. */
export function behindText({ behind }: ProcessRow): string {
  if (behind === null) return UNKNOWN;
  return behind === 0 ? 'none' : `${formatNumber(behind, 0)} ${behind === 1 ? 'record' : 'records'}`;
}

/** The number of full resyncs, of prices and of records; null if unknown. */
export const resyncCount = ({ traffic }: ProcessRow): number | null =>
  traffic && traffic.priceRereads + traffic.recordRereads;

/** '1 source, 1 on standby, 3 edges, NATS not connected'. */
export function processesText(rows: readonly ProcessRow[], connected: boolean, now: number): string {
  const reachable = rows.filter((row) => !isAway(row, now));
  const countOf = (role: ProcessRow['role']) => reachable.filter((row) => row.role === role).length;
  const [sources, standBy, edges] = [countOf('source'), countOf('standBy'), countOf('edge')];
  return [
    sources === 0 ? 'No source' : `${sources} source`,
    ...(standBy > 0 ? [`${standBy} on standby`] : []),
    `${edges} ${edges === 1 ? 'edge' : 'edges'}`,
    ...(connected ? [] : ['NATS is not connected']),
  ].join(', ');
}
