import type { FigureRow, SourceRow } from '~/api/types';
import { formatNumber } from '~/market/format';

/** The figures of a group, and what users see while their sources fail. */
export interface FigureGroup {
  title: string;
  figures: readonly FigureRow[];
  /** The sentences about failing sources, each with the titles of its figures. */
  failures: { text: string; names: string[] }[];
}

/** Groups figures, in the order of their first figures. */
export function groupFigures(figures: readonly FigureRow[]): FigureGroup[] {
  const titles = [...new Set(figures.map(({ group }) => group))];
  return titles.map((title) => {
    const members = figures.filter(({ group }) => group === title);
    const failures = [...new Set(members.map(({ onFailure }) => onFailure))].map((text) => ({
      text,
      names: members.filter(({ onFailure }) => onFailure === text).map((figure) => figure.title),
    }));
    return { title, figures: members, failures };
  });
}

/** 'Up to 30 a minute, 800 a day': the requests that this server allows itself; empty for a source that is not polled. */
export function requestLimit({ maxPerMinute, quota }: Pick<SourceRow, 'maxPerMinute' | 'quota'>): string {
  const parts = [
    typeof maxPerMinute === 'number' && `${maxPerMinute} a minute`,
    quota && `${formatNumber(quota.limit, 0)} a ${quota.period}`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text && `Up to ${text}`;
}

/** Whether a source is used, and if not, whether that needs more than enabling it. */
export type Readiness = 'inUse' | 'ready' | 'needsKey';
export const READINESS: Readonly<Record<Readiness, string>> = {
  inUse: 'In use',
  ready: 'Ready, not used',
  needsKey: 'Needs a key or an address',
};

export function readinessOf({ used, unusedReason }: Pick<SourceRow, 'used' | 'unusedReason'>): Readiness {
  if (used) return 'inUse';
  return /^(Needs an API key|Set ')/.test(unusedReason ?? '') ? 'needsKey' : 'ready';
}

const STATES: Record<string, string> = {
  ok: 'Working',
  failing: 'Failing',
  degraded: 'Partly working',
  outdated: 'Out of date',
  refused: 'Blocked',
  waiting: 'No requests yet',
  disabled: 'Not set up',
};

/** The state of a source in a word or two. `isSample`: no source is asked. */
export function stateText({ used, state, table }: SourceRow, isSample: boolean): string {
  if (!used) return 'Not used';
  if (!state) return isSample && table ? 'Not asked' : 'In use';
  return STATES[state] ?? state;
}
