import type { FoundSymbol, TickerHit, TickerRow } from '~/api/types';
import type { IconName } from '~/components/Icon';
import { worth } from '~/market/measure';

/** A ticker that is followed here; price and week come a moment after its name. */
interface TickerItem {
  kind: 'ticker';
  key: string;
  hit: Pick<TickerHit, 'id' | 'symbol' | 'name' | 'type'>;
  row: TickerRow | undefined;
}

/** A listing that a provider knows and that can be followed. */
interface ListingItem {
  kind: 'listing';
  key: string;
  listing: FoundSymbol;
}

/** A page, or something that is done at once. */
export interface EntryItem {
  kind: 'entry';
  key: string;
  label: string;
  detail?: string;
  icon: IconName;
  /** The choice that holds now. */
  on?: boolean;
  /** Other words that it is found by. */
  words?: string;
  run: () => void;
}

export type Item = TickerItem | ListingItem | EntryItem;

export interface Group {
  title: 'Recent' | 'Tickers' | 'Pages' | 'Actions';
  items: readonly Item[];
  /** Rows that are still on their way. */
  pending?: number;
}

/** How well something fits a text; smaller is better. */
const EXACT = 0;
const START = 1;
const WORD = 2;
const INSIDE = 3;

/** Letters from which the beginning of a page's or an action's name is meant: 'ne' may be a symbol, 'heat' is the heatmap. */
const NAMED_FROM = 3;

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

/** What fits of some entries, best first. */
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

/** The page or action that a text names: it is called so, or begins so. */
export function namedBy(text: string, entries: readonly EntryItem[]): EntryItem | undefined {
  const [entry] = text ? matching(text, entries) : [];
  const fit = entry ? fitOf(text, entry.label) : null;
  const isNamed = fit === EXACT || (fit === START && text.length >= NAMED_FROM);
  return isNamed ? entry : undefined;
}

function rank(text: string, item: Item): number {
  if (item.kind === 'entry') return fitOf(text, item.label) ?? INSIDE;
  const { symbol, name } = item.kind === 'ticker' ? item.hit : item.listing;
  return best(fitOf(text, symbol), fitOf(text, name)) ?? INSIDE;
}

export const isFilled = ({ items, pending = 0 }: Group): boolean => items.length + pending > 0;

/**
 * The groups with something in them, the one with the best match first: 'ap' begins with Apple, 'dark' with the dark look, and
 * 'heat' with the heatmap before heating oil. Among equals they stay in the order given; what is on its way counts as beginning
 * with the text.
 */
export function bestFirst(text: string, groups: readonly Group[]): Group[] {
  const filled = groups.filter(isFilled);
  const first = ({ items, pending = 0 }: Group) => {
    const [item] = items;
    const fit = Math.min(item ? rank(text, item) : INSIDE, pending > 0 ? START : INSIDE);
    // Between a ticker that is called so and one that only begins so.
    return item?.kind === 'entry' && fit === START && text.length >= NAMED_FROM ? (EXACT + START) / 2 : fit;
  };
  return text ? filled.toSorted((a, b) => first(a) - first(b)) : filled;
}

/**
 * Tickers whose symbol begins with a text, or a word of whose name does, best first; of equals the one that is worth more in the
 * display currency. Each once.
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

/** A name in three parts: what stands before a match at the start of a word, the match, and the rest. */
export function marked(name: string, text: string): [before: string, match: string, after: string] {
  const words = [...name.matchAll(/[^\s(-]+/g)];
  const word = words.find(([each]) => text && each.toLowerCase().startsWith(text.toLowerCase()));
  if (!word) return [name, '', ''];
  const end = word.index + text.length;
  return [name.slice(0, word.index), name.slice(word.index, end), name.slice(end)];
}

/** The id of an item's element: a reference to an element must have no blanks. */
export const optionId = (listId: string, key: string): string => `${listId}${key.replace(/\s+/g, '_')}`;
