import type { FoundSymbol, TickerHit, TickerRow } from '~/api/types';
import type { IconName } from '~/components/Icon';
import { worth } from '~/market/measure';

/** A followed ticker; its price and sparkline load after its name. */
interface TickerItem {
  kind: 'ticker';
  key: string;
  hit: Pick<TickerHit, 'id' | 'symbol' | 'name' | 'type'>;
  row: TickerRow | undefined;
}

/** A listing found by a provider, which can be followed. */
interface ListingItem {
  kind: 'listing';
  key: string;
  listing: FoundSymbol;
}

/** A page, or an action that runs immediately. */
export interface EntryItem {
  kind: 'entry';
  key: string;
  label: string;
  detail?: string;
  icon: IconName;
  /** True for the current choice. */
  isCurrent?: boolean;
  /** Additional search words. */
  keywords?: string;
  run: () => void;
}

export type Item = TickerItem | ListingItem | EntryItem;

export interface Group {
  title: 'Recent' | 'Tickers' | 'Pages' | 'Actions' | 'Notes';
  items: readonly Item[];
  /** Number of rows that are still loading. */
  pending?: number;
}

/** Ranks of matches; lower is better. */
const EXACT = 0;
const START = 1;
const WORD = 2;
const INSIDE = 3;

/** Minimum length of a prefix that names a page or an action: 'ne' may be a symbol, 'heat' means the heatmap. */
const MIN_PREFIX = 3;

function matchRank(text: string, name: string): number | null {
  const [search, candidate] = [text.toLowerCase(), name.toLowerCase()];
  if (candidate === search) return EXACT;
  if (candidate.startsWith(search)) return START;
  const index = candidate.indexOf(search);
  if (index < 0) return null;
  return /[\s&(-]$/.test(candidate.slice(0, index)) ? WORD : INSIDE;
}

const minRank = (...matches: (number | null)[]): number | null =>
  matches.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null);

/** Returns the matching entries, best first. */
export function matching(text: string, entries: readonly EntryItem[]): EntryItem[] {
  if (!text) return [...entries];
  return entries
    .map((entry) => ({
      entry,
      rank: minRank(matchRank(text, entry.label), entry.keywords ? matchRank(text, entry.keywords) : null),
    }))
    .filter((each): each is { entry: EntryItem; rank: number } => each.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** Returns the page or action that has this name, or a name that starts with it. */
export function namedBy(text: string, entries: readonly EntryItem[]): EntryItem | undefined {
  const [entry] = text ? matching(text, entries) : [];
  const rank = entry ? matchRank(text, entry.label) : null;
  const isNamed = rank === EXACT || (rank === START && text.length >= MIN_PREFIX);
  return isNamed ? entry : undefined;
}

function itemRank(text: string, item: Item): number {
  if (item.kind === 'entry') return matchRank(text, item.label) ?? INSIDE;
  const { symbol, name } = item.kind === 'ticker' ? item.hit : item.listing;
  return minRank(matchRank(text, symbol), matchRank(text, name)) ?? INSIDE;
}

export const isFilled = ({ items, pending = 0 }: Group): boolean => items.length + pending > 0;

/**
 * Sorts the groups by their best match: 'ap' lists Apple first, 'dark' the dark theme, 'heat' the heatmap before heating oil. Equal
 * groups keep their order, empty ones are removed. Rows that are loading count as a prefix match.
 */
export function bestFirst(text: string, groups: readonly Group[]): Group[] {
  const nonEmpty = groups.filter(isFilled);
  const groupRank = ({ items, pending = 0 }: Group) => {
    const [item] = items;
    const rank = Math.min(item ? itemRank(text, item) : INSIDE, pending > 0 ? START : INSIDE);
    // A page with this prefix is between an exact ticker and one that only starts with the text.
    return item?.kind === 'entry' && rank === START && text.length >= MIN_PREFIX ? (EXACT + START) / 2 : rank;
  };
  return text ? nonEmpty.toSorted((a, b) => groupRank(a) - groupRank(b)) : nonEmpty;
}

/**
 * Returns the tickers with a symbol or a word of their name that starts with the text, best first. Equal matches are sorted by market
 * cap in the display currency. The result has no duplicates.
 */
export function tickersFor<T extends TickerItem['hit'] & Parameters<typeof worth>[0]>(
  text: string,
  candidates: readonly T[],
): T[] {
  const matches = new Map<number, { hit: T; rank: number }>();
  for (const hit of candidates) {
    const rank = minRank(matchRank(text, hit.symbol), matchRank(text, hit.name));
    if (rank !== null && rank < INSIDE && !matches.has(hit.id)) matches.set(hit.id, { hit, rank });
  }
  return [...matches.values()]
    .sort((a, b) => a.rank - b.rank || (worth(b.hit) ?? 0) - (worth(a.hit) ?? 0))
    .map(({ hit }) => hit);
}

/** Splits a name at a match at the start of a word. */
export function splitAtMatch(name: string, text: string): [before: string, match: string, after: string] {
  const words = [...name.matchAll(/[^\s(-]+/g)];
  const word = words.find(([each]) => text && each.toLowerCase().startsWith(text.toLowerCase()));
  if (!word) return [name, '', ''];
  const end = word.index + text.length;
  return [name.slice(0, word.index), name.slice(word.index, end), name.slice(end)];
}

/** Returns the id of an item's element, without spaces. */
export const optionId = (listId: string, key: string): string => `${listId}${key.replace(/\s+/g, '_')}`;
