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
  on?: boolean;
  /** More search words. */
  words?: string;
  run: () => void;
}

export type Item = TickerItem | ListingItem | EntryItem;

export interface Group {
  title: 'Recent' | 'Tickers' | 'Pages' | 'Actions';
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

function fitOf(text: string, name: string): number | null {
  const [wanted, given] = [text.toLowerCase(), name.toLowerCase()];
  if (given === wanted) return EXACT;
  if (given.startsWith(wanted)) return START;
  const at = given.indexOf(wanted);
  if (at < 0) return null;
  return /[\s&(-]$/.test(given.slice(0, at)) ? WORD : INSIDE;
}

const best = (...fits: (number | null)[]): number | null =>
  fits.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null);

/** Returns the matching entries, best first. */
export function matching(text: string, entries: readonly EntryItem[]): EntryItem[] {
  if (!text) return [...entries];
  return entries
    .map((entry) => ({
      entry,
      rank: best(fitOf(text, entry.label), entry.words ? fitOf(text, entry.words) : null),
    }))
    .filter((each): each is { entry: EntryItem; rank: number } => each.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** Returns the page or action with this name, or whose name starts with it. */
export function namedBy(text: string, entries: readonly EntryItem[]): EntryItem | undefined {
  const [entry] = text ? matching(text, entries) : [];
  const fit = entry ? fitOf(text, entry.label) : null;
  const isNamed = fit === EXACT || (fit === START && text.length >= MIN_PREFIX);
  return isNamed ? entry : undefined;
}

function rank(text: string, item: Item): number {
  if (item.kind === 'entry') return fitOf(text, item.label) ?? INSIDE;
  const { symbol, name } = item.kind === 'ticker' ? item.hit : item.listing;
  return best(fitOf(text, symbol), fitOf(text, name)) ?? INSIDE;
}

export const isFilled = ({ items, pending = 0 }: Group): boolean => items.length + pending > 0;

/**
 * Sorts the groups by their best match: 'ap' lists Apple first, 'dark' the dark theme, 'heat' the heatmap before heating oil. Equal
 * groups keep their order, empty ones are removed. Rows that are loading count as a prefix match.
 */
export function bestFirst(text: string, groups: readonly Group[]): Group[] {
  const filled = groups.filter(isFilled);
  const first = ({ items, pending = 0 }: Group) => {
    const [item] = items;
    const fit = Math.min(item ? rank(text, item) : INSIDE, pending > 0 ? START : INSIDE);
    // Between an exact ticker and one that only starts with the text.
    return item?.kind === 'entry' && fit === START && text.length >= MIN_PREFIX ? (EXACT + START) / 2 : fit;
  };
  return text ? filled.toSorted((a, b) => first(a) - first(b)) : filled;
}

/**
 * Returns the tickers whose symbol, or a word of whose name, starts with the text, best first. Equal ones are sorted by market cap in
 * the display currency. Without duplicates.
 */
export function tickersFor<T extends TickerItem['hit'] & Parameters<typeof worth>[0]>(
  text: string,
  known: readonly T[],
): T[] {
  const fits = new Map<number, { hit: T; fit: number }>();
  for (const hit of known) {
    const fit = best(fitOf(text, hit.symbol), fitOf(text, hit.name));
    if (fit !== null && fit < INSIDE && !fits.has(hit.id)) fits.set(hit.id, { hit, fit });
  }
  return [...fits.values()]
    .sort((a, b) => a.fit - b.fit || (worth(b.hit) ?? 0) - (worth(a.hit) ?? 0))
    .map(({ hit }) => hit);
}

/** Splits a name at a match at the start of a word. */
export function marked(name: string, text: string): [before: string, match: string, after: string] {
  const words = [...name.matchAll(/[^\s(-]+/g)];
  const word = words.find(([each]) => text && each.toLowerCase().startsWith(text.toLowerCase()));
  if (!word) return [name, '', ''];
  const end = word.index + text.length;
  return [name.slice(0, word.index), name.slice(word.index, end), name.slice(end)];
}

/** Returns the id of an item's element, without spaces. */
export const optionId = (listId: string, key: string): string => `${listId}${key.replace(/\s+/g, '_')}`;
