import type { ImportPlan } from '~/api/types';

export type Mode = 'merge' | 'replace';
export type Kind =
  | 'watchlists'
  | 'alerts'
  | 'boards'
  | 'screens'
  | 'notes'
  | 'drawings'
  | 'chartLayouts'
  | 'settings'
  | 'importedBars';
type Changes = ImportPlan[Kind];

export const KINDS: Readonly<Record<Kind, string>> = {
  watchlists: 'Watchlists',
  alerts: 'Alerts',
  boards: 'Boards',
  screens: 'Screens',
  notes: 'Notes',
  drawings: 'Drawings',
  chartLayouts: 'Chart layouts',
  settings: 'Settings',
  importedBars: 'Price files',
};

/** Maximum number of names listed. */
const MAX_NAMED = 20;

/** Labels as on /settings. */
const SETTINGS: Readonly<Record<string, string>> = {
  colorScheme: 'Color scheme',
  directionColours: 'Up and down colors',
  marketStrip: 'Price bar',
  homeView: 'Home page',
  homeList: 'Dashboard list',
  density: 'Row height',
  language: 'Region',
  hourCycle: 'Clock',
  firstDay: 'Week begins on',
  displayCurrency: 'Currency',
};

interface Line {
  verb: string;
  names: string;
}

/** Changes per kind: 'Added', 'Metals, Mine'. */
export function lines(kind: Kind, { added, changed, removed, same }: Changes): Line[] {
  const labelOf = (name: string) => (kind === 'settings' ? (SETTINGS[name] ?? name) : name);
  const namesByVerb: [string, readonly string[]][] = [
    ['Added', added.map(labelOf)],
    ['Changed', changed.map(({ name, what }) => (what ? `${labelOf(name)} (${what})` : labelOf(name)))],
    ['Deleted', removed.map(labelOf)],
  ];
  const shown = namesByVerb.flatMap(([verb, names]) =>
    names.length ? [{ verb, names: joinNames(names) }] : [],
  );
  if (same > 0) shown.push({ verb: 'Unchanged', names: String(same) });
  return shown.length ? shown : [{ verb: 'Nothing', names: '' }];
}

function joinNames(names: readonly string[]): string {
  const remaining = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return remaining > 0 ? `${shown} and ${remaining} more` : shown;
}

const countOf = ({ added, changed, removed }: Changes): number =>
  added.length + changed.length + removed.length;

const kindsOf = (plan: ImportPlan) =>
  (Object.keys(KINDS) as Kind[]).map((kind) => ({ kind, count: countOf(plan[kind]) }));

/** Returns true if an import would change nothing. */
export const isNothing = (plan: ImportPlan): boolean =>
  plan.followed.length === 0 && kindsOf(plan).every(({ count }) => count === 0);

/** Summary of an import: 'Changed here: 2 watchlists, 1 alert.' */
export function summary(plan: ImportPlan): string {
  const parts = kindsOf(plan).flatMap(({ kind, count }) => {
    const noun = KINDS[kind].toLowerCase();
    return count ? `${count} ${count === 1 ? noun.slice(0, -1) : noun}` : [];
  });
  const { length } = plan.followed;
  if (length > 0) parts.unshift(`${length} ${length === 1 ? 'ticker' : 'tickers'} followed`);
  return parts.length > 0 ? `Changed here: ${parts.join(', ')}.` : 'Nothing changed here.';
}
