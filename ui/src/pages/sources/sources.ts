import type { FigureRow, SourceRow } from '~/api/types';
import { formatNumber } from '~/market/format';

/** The figures of a group, and what users see while their sources fail. */
export interface FigureGroup {
  title: string;
  figures: readonly FigureRow[];
  /** The sentence, if all figures of the group share it. */
  onFailure: string | undefined;
}

/** Groups figures, in the order of their first figures. */
export function groupFigures(figures: readonly FigureRow[]): FigureGroup[] {
  const titles = [...new Set(figures.map(({ group }) => group))];
  return titles.map((title) => {
    const members = figures.filter(({ group }) => group === title);
    const sentences = new Set(members.map(({ onFailure }) => onFailure));
    return { title, figures: members, onFailure: sentences.size === 1 ? members[0]?.onFailure : undefined };
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
