import { namedTickersQuery } from '~/api/queries';
import type { TickerHit, TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useRecent } from '~/state/recent';
import { useListings } from '~/widgets/TickerSearch/useListings';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';
import { type Item, tickersFor } from './items';
import { useKnownTickers } from './useKnownTickers';
import type { Wish } from './words';

/** SRCH-01. */
const SHORTEST = 2;

/** Rows that a list has while its answer is on its way: as many as most texts find. */
const EXPECTED = 5;
/** The best of them: pages and actions that fit are seen as well. */
const MOST = 6;

/**
 * Tickers that fit what is typed, tickers opened lately while nothing is, and what providers know beside them. Until the server
 * has answered, those that this page has loaded before.
 */
export function useTickers({ text, names, verb, actionsOnly }: Wish) {
  const wanted = actionsOnly && !verb ? '' : text;
  const suggestions = useTickerSearch(wanted, SHORTEST);
  const second = useTickerSearch(verb === 'compare' ? (names[1] ?? '') : '', SHORTEST);
  const listings = useListings(verb || actionsOnly ? '' : wanted, suggestions);
  const recent = useRecent();
  const known = useKnownTickers();
  const { loading } = suggestions;
  const symbols = text ? suggestions.hits.map(({ symbol }) => symbol) : recent;
  const { data: rows = [], isLoading: areRowsLoading } = useQuery(namedTickersQuery(symbols));
  const { data: others = [] } = useQuery(
    namedTickersQuery(second.hits.slice(0, 1).map(({ symbol }) => symbol)),
  );
  const rowOf = ({ symbol }: Pick<TickerHit, 'symbol'>): TickerRow | undefined =>
    rows.find((row) => row.symbol === symbol) ?? known.find((row) => row.symbol === symbol);
  const shown: readonly Pick<TickerHit, 'id' | 'symbol' | 'name' | 'type'>[] = loading
    ? tickersFor(wanted, known).slice(0, EXPECTED)
    : text
      ? suggestions.hits.slice(0, MOST)
      : recent.flatMap((symbol) => rowOf({ symbol }) ?? []);
  const items = shown.map((hit): Item => ({ kind: 'ticker', key: hit.symbol, hit, row: rowOf(hit) }));
  const found = listings.found.map(
    (listing): Item => ({ kind: 'listing', key: `follow ${listing.symbol}`, listing }),
  );
  const [best] = shown;
  const first = best && rowOf(best);
  const [other] = others;
  /** The tickers that were named, as far as they are known: what an alert or a comparison is for. */
  const named: TickerRow[] = loading || !text ? [] : [first, other].filter((row) => row !== undefined);
  const expected = loading ? EXPECTED : !text && areRowsLoading ? recent.length : 0;
  const pending = Math.max(0, expected - items.length);
  const isBusy = loading || areRowsLoading;
  return { ...suggestions, items, found, pending, isBusy, prices: listings.prices, first, named };
}
